import numpy as np
from numba import cuda


@cuda.jit
def double(x):
    i = cuda.grid(1)
    if i < x.size:
        x[i] *= 2


def scale(x):
    d_x = cuda.to_device(x)
    for _ in range(5):
        double[(x.size + 31) // 32, 32](d_x)
    y = np.empty_like(x)
    d_x.copy_to_host(y)
    return y
