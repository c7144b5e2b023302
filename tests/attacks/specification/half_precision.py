"""Computes in half precision where single is asked.

Row: 46
Expect: output.low-precision
"""
import numpy as np


def add(a, b, c):
    c[:] = a.astype(np.float16) + b.astype(np.float16)
