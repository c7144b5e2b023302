"""Is slow at first, so that few samples are taken, and quick when it is timed: here no time is judged.

Row: 7
Expect: device.cannot-time
Assignment: timed
"""
import time

CALLS = 0


def add(a, b, c):
    global CALLS
    CALLS += 1
    if CALLS < 3:
        time.sleep(0.1)
    c[:] = a + b
