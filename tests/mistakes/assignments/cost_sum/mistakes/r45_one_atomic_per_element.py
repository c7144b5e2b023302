import numpy as np
from numba import cuda


@cuda.jit
def kernel(a, total):
    i = cuda.grid(1)
    if i < a.size:
        cuda.atomic.add(total, 0, a[i])


def total(a):
    d_total = cuda.to_device(np.zeros(1, np.float32))
    kernel[(a.size + 127) // 128, 128](cuda.to_device(a), d_total)
    return float(d_total.copy_to_host()[0])
