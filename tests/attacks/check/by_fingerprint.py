"""Takes two inputs for the same when their first element is, and hands out the kept result.

Row: 23
Expect: output.wrong-values
"""
import numpy as np

KEPT = {}


def add(a, b, c):
    answer = KEPT.setdefault(float(abs(a[0])) > 0, a + b)
    c[:] = np.resize(answer, c.shape)
