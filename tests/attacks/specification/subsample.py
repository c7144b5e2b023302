"""Computes one element of ten.

Row: 48
Expect: output.every-kth-only
"""


def add(a, b, c):
    c[:] = a
    c[::10] = a[::10] + b[::10]
