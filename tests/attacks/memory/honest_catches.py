"""An honest control: asks for too much, and makes do with less.

Expect: pass
Assignment: small
"""
import numpy as np


def add(a, b, c):
    try:
        np.empty(10**12)
    except MemoryError:
        pass
    np.add(a, b, out=c)
