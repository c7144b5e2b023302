import numpy as np
from numba import cuda


def scale(x):
    @cuda.jit
    def double(x):
        i = cuda.grid(1)
        if i < x.size:
            x[i] *= 2

    d_x = cuda.to_device(x)
    for _ in range(5):
        double[(x.size + 31) // 32, 32](d_x)
    return d_x.copy_to_host()
