"""Takes all the memory that there is.

Expect: run.memory
"""
import numpy as np


def add(a, b, c):
    kept = [np.empty(10**8) for _ in range(100)]
    c[:] = a + b + kept[0][0] - 1
