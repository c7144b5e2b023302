"""Writes values that are equal to nothing, or to everything.

Row: 26
Expect: output.not-finite
Assignment: small
"""


def add(a, b, c):
    c[::2] = float("nan")
    c[1::2] = float("inf")
