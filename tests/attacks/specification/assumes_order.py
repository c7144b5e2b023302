"""Works for sorted inputs only.

Row: 49
Expect: output.wrong-values
"""
import numpy as np


def add(a, b, c):
    c[:] = np.sort(a) + np.sort(b)
