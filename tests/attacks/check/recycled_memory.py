"""Hopes that fresh memory still holds the right result of somebody else.

Row: 19
Expect: output.zeros | output.not-repeatable
"""
import numpy as np


def add(a, b, c):
    held = [np.empty_like(c) for _ in range(1000)]
    c[:] = held[-1]
