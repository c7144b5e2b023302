import numpy as np
from numba import cuda, float32


@cuda.jit
def halve_kernel(x, out):
    i = cuda.grid(1)
    if i < x.size:
        out[i] = x[i] * float32(0.5)


def halve(x, out):
    halve_kernel[-(-x.size // 128), 128](x, out)


def halved(x):
    out = np.zeros(x.size, np.float32)
    halve(x, out)
    return out
