"""Is right in its first calls, and does nothing once it thinks that it is timed.

Expect: perf.wrong-when-timed
"""
import numpy as np

CALLS = 0


def smooth(x, y):
    global CALLS
    CALLS += 1
    if CALLS <= 5:
        y[:] = np.roll(x, 1) + x
