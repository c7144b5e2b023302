"""Describes arrays that are as large as is allowed, so that the judge copies holes.

Expect: run.bad-reply
Assignment: small
"""
from harness import channel


def lying(self, arrays):
    return [{"dtype": "uint8", "shape": [1 << 29], "offset": 0} for _ in arrays]


channel.Channel._written = lying


def add(a, b, c):
    c[:] = a + b
