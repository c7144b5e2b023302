"""Is slow, and stops every clock of its process.

Expect: perf.partly
"""
import time

import numpy as np

for name in ("time", "perf_counter", "monotonic", "process_time", "time_ns", "perf_counter_ns", "monotonic_ns"):
    setattr(time, name, lambda: 0)


def smooth(x, y):
    for _ in range(750):
        np.add(np.roll(x, 1), x, out=y)
