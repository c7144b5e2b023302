import numpy as np
from numba import cuda


@cuda.jit
def double(x):
    i = cuda.grid(1)
    if i < x.size:
        x[i] *= 2


def scale(x):
    y = x.copy()
    for _ in range(5):
        double[(x.size + 31) // 32, 32](y)
    return y
