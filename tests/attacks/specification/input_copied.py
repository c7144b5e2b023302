"""Hands the input through.

Row: 54
Expect: output.wrong-values
"""


def add(a, b, c):
    c[:] = a
