"""Hopes for a loose tolerance.

Row: 47
Expect: output.wrong-values
"""


def add(a, b, c):
    c[:] = 0
