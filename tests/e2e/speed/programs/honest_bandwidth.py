"""Reads and writes each number once.

Assignment: double
Expect: pass
"""
import numpy as np


def double(x, y):
    np.add(x, x, out=y)
