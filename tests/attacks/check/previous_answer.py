"""Hands out what it computed for the first call of a size like this.

Row: 24
Expect: output.wrong-values
"""
import numpy as np

KEPT = {}


def add(a, b, c):
    answer = KEPT.setdefault("first", np.array(a + b))
    c[:] = np.resize(answer, c.shape)
