"""Is fast, but takes long before its first call is done.

Assignment: double
Expect: perf.compile-too-long
"""
import time

import numpy as np


def double(x, y):
    global double
    time.sleep(1.3)
    double = ready
    ready(x, y)


def ready(x, y):
    np.add(x, x, out=y)
