"""Lets numpy write into the output, and returns it.

Expect: pass
"""
import numpy as np


def add(a, b, c):
    return np.add(a, b, out=c)
