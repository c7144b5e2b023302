"""Gives the result that it gave before for an array at the same address.

Expect: perf.wrong-when-timed
"""
import numpy as np

KNOWN = {}


def smooth(x, y):
    key = x.ctypes.data
    if key not in KNOWN:
        KNOWN[key] = np.roll(x, 1) + x
    y[:] = KNOWN[key]
