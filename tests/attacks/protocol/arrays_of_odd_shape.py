"""Describes arrays of negative, huge and broken shapes.

Expect: run.bad-reply
Assignment: small
"""
from harness import channel

written = channel.Channel._written
SHAPES = [[-1], [1 << 39, 1 << 39], [1.5], ["x"], [True], [[1]], 7]


def lying(self, arrays):
    specs = written(self, arrays)
    for spec, shape in zip(specs, SHAPES):
        spec["shape"] = shape
    return specs


channel.Channel._written = lying


def add(a, b, c):
    c[:] = a + b
