"""Describes arrays of types that would be unpickled, or are none.

Row: 37
Expect: run.bad-reply
Assignment: small
"""
from harness import channel

written = channel.Channel._written


def lying(self, arrays):
    specs = written(self, arrays)
    for spec in specs:
        spec["dtype"] = "O"
    return specs


channel.Channel._written = lying


def add(a, b, c):
    c[:] = a + b
