"""Describes arrays that lie beyond the memory file, before it, or on top of one another.

Expect: run.bad-reply
Assignment: small
"""
from harness import channel

written = channel.Channel._written


def lying(self, arrays):
    specs = written(self, arrays)
    for spec in specs:
        spec["offset"] = (1 << 31) - 8
    return specs


channel.Channel._written = lying


def add(a, b, c):
    c[:] = a + b
