"""Does two thirds of the reference's work.

Expect: pass
"""
import numpy as np


def smooth(x, y):
    for _ in range(100):
        np.add(np.roll(x, 1), x, out=y)
