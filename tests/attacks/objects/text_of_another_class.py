"""Raises something whose text is no text, but says that it is.

Expect: run.raised
Assignment: small
"""


class Text(str):
    def __getitem__(self, place):
        return self

    def encode(self, *args, **kwargs):
        raise SystemExit(0)

    def __eq__(self, other):
        return True

    __hash__ = None


class Odd(Exception):
    def __str__(self):
        return Text("pass" * 10_000)


def add(a, b, c):
    raise Odd
