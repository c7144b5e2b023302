"""Writes NaN, which nothing is unequal to in a careless comparison.

Row: 26, 47
Expect: output.not-finite
"""
def add(a, b, c):
    c[:] = float("nan")
