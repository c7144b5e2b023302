"""Is slow, and makes itself wait for the processor, as if other programs had it.

Expect: perf.partly | perf.too-slow | perf.not-idle
"""
import contextlib
import os

import numpy as np

with contextlib.suppress(OSError):
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
if os.fork() == 0:
    while True:
        pass


def smooth(x, y):
    for _ in range(300):
        np.add(np.roll(x, 1), x, out=y)
