"""Raises something whose text cannot be made.

Expect: run.raised
Assignment: small
"""


class Evil(Exception):
    def __str__(self):
        raise MemoryError

    __repr__ = __str__


def add(a, b, c):
    raise Evil
