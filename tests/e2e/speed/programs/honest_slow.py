"""Does five times the reference's work, which is worth a part of the points.

Expect: perf.partly
"""
import numpy as np


def smooth(x, y):
    for _ in range(750):
        np.add(np.roll(x, 1), x, out=y)
