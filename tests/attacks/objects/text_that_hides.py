"""Raises something whose text takes for ever, and catches whatever would stop it.

Expect: run.timeout
Assignment: brief
"""


class Endless(Exception):
    def __str__(self):
        while True:
            try:
                while True:
                    pass
            except BaseException:
                pass


def add(a, b, c):
    raise Endless
