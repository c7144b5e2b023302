"""Gives the result that it gave before for an array of the same shape.

Expect: perf.wrong-when-timed
"""
import numpy as np

KNOWN = {}


def smooth(x, y):
    if x.shape not in KNOWN:
        KNOWN[x.shape] = np.roll(x, 1) + x
    y[:] = KNOWN[x.shape]
