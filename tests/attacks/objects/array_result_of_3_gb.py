"""Returns an array that is larger than the judge takes, and takes no memory itself.

Expect: run.raised | run.memory
Assignment: small
"""
import numpy as np


def add(a, b, c):
    c[:] = a + b
    return np.broadcast_to(np.uint8(0), (3_000_000_000,))
