"""Keeps a processor busy from a child, so that the reference is slow: it is stopped when it is not its turn.

Expect: perf.not-idle | perf.partly
"""
import os

import numpy as np

if os.fork() == 0:
    while True:
        pass


def smooth(x, y):
    for _ in range(750):
        np.add(np.roll(x, 1), x, out=y)
