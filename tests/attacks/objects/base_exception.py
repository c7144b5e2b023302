"""Raises what is no Exception.

Expect: run.raised
Assignment: small
"""


class Odd(BaseException):
    pass


def add(a, b, c):
    raise Odd("not an Exception")
