"""Reads and writes all numbers again and again.

Assignment: double
Expect: perf.little-bandwidth
"""
import numpy as np


def double(x, y):
    np.add(x, x, out=y)
    for _ in range(20):
        y += x
        y -= x
