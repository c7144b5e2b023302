"""An honest control: uses much of the memory that it may.

Expect: pass
Assignment: small
"""
import numpy as np


def add(a, b, c):
    for _ in range(3):
        kept = np.ones(20_000_000)  # 160 MB, three times, one after another
        c[:] = a + b + (kept.sum() - 20_000_000)
        del kept
