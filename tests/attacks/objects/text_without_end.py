"""Raises something whose text takes for ever.

Expect: run.raised
Assignment: small
"""


class Endless(Exception):
    def __str__(self):
        while True:
            pass


def add(a, b, c):
    raise Endless
