from functools import cache

from numba import cuda


@cache
def kernel():
    @cuda.jit
    def double(x):
        i = cuda.grid(1)
        if i < x.size:
            x[i] *= 2

    return double


def scale(x):
    d_x = cuda.to_device(x)
    for _ in range(5):
        kernel()[(x.size + 31) // 32, 32](d_x)
    return d_x.copy_to_host()
