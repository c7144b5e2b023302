"""Returns an array of objects, and one of records, which only a pickle could carry.

Row: 37
Expect: run.raised
Assignment: small
"""
import os

import numpy as np


class Bomb:
    def __reduce__(self):
        return os.system, ("touch /tmp/left-by-attack-pickle",)


def add(a, b, c):
    c[:] = a + b
    return [np.array([Bomb()], dtype=object), np.zeros(1, [("x", "f4")])]
