"""Relies on an output that is zero.

Row: 55
Expect: output.accumulated
"""


def add(a, b, c):
    c += a + b
