from functools import lru_cache

from numba import cuda


@lru_cache
def kernel(size):
    settings = SETTINGS["factor"]

    @cuda.jit
    def scale_kernel(x, out):
        i = cuda.grid(1)
        if i < size:
            out[i] = x[i] * settings

    return scale_kernel


SETTINGS = {}


def scale(x, out, factor):
    SETTINGS["factor"] = factor
    kernel(x.size)[-(-x.size // 128), 128](x, out)
