"""Is slow, and gives the result that it gave before for an array of the same content: there is none.

Expect: perf.partly | perf.too-slow
"""
import numpy as np

KNOWN = {}


def smooth(x, y):
    key = x.tobytes()
    if key not in KNOWN:
        for _ in range(750):
            KNOWN[key] = np.roll(x, 1) + x
    y[:] = KNOWN[key]
