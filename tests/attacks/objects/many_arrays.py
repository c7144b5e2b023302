"""Returns forty thousand arrays.

Expect: run.bad-reply
Assignment: small
"""
import numpy as np


def add(a, b, c):
    c[:] = a + b
    return [np.zeros(1)] * 40_000
