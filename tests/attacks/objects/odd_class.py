"""Raises something whose class lies about its name and has a way with attributes.

Expect: run.raised
Assignment: small
"""


class Meta(type):
    @property
    def __name__(cls):
        raise SystemExit(0)

    def __instancecheck__(cls, other):
        return True

    def __getattribute__(cls, name):
        raise KeyboardInterrupt


Odd = Meta("MissingEntry\n\x1b[31m" + "y" * 10_000, (Exception,), {"__traceback__": property(lambda self: 1 / 0)})


def add(a, b, c):
    raise Odd
