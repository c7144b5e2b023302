"""An honest control: another style.

Expect: pass
"""
import numpy as np


def add(a, b, c):
    np.add(a, b, out=c)
