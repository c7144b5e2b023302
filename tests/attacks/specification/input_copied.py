"""Hands the input through.

Row: 54
Expect: output.input-copied
"""


def add(a, b, c):
    c[:] = a
