"""Changes the shape and type of the array that it was given.

Row: 30
Expect: output.never-written
Assignment: small
"""
import numpy as np


class Equal(np.ndarray):
    def __eq__(self, other):
        return np.ones(self.shape, bool)

    def __array_finalize__(self, other):
        pass


def add(a, b, c):
    try:
        c.shape = (1, len(a))
        c.dtype = np.int32
        c.flags.writeable = False
    except (AttributeError, ValueError):
        pass
    return c.view(Equal)
