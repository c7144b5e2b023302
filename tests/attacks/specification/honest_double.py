"""Computes in double precision, which is more than was asked.

Expect: pass
"""
import numpy as np


def add(a, b, c):
    c[:] = a.astype(np.float64) + b.astype(np.float64)
