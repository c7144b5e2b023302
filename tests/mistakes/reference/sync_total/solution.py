import numpy as np
from numba import cuda


@cuda.jit
def add(a, total):
    i = cuda.grid(1)
    if i < a.size:
        cuda.atomic.add(total, 0, a[i])


def total(a):
    d_total = cuda.to_device(np.zeros(1, np.float32))
    add[(a.size + 63) // 64, 64](cuda.to_device(a), d_total)
    return float(d_total.copy_to_host()[0])
