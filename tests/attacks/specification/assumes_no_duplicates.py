"""Looks sums up by value, as if no value came twice.

Row: 49
Expect: output.wrong-values
"""
import numpy as np


def add(a, b, c):
    table = dict(zip(a.tolist(), b.tolist(), strict=True))
    c[:] = np.array([x + table[x] for x in a.tolist()], dtype=c.dtype)
