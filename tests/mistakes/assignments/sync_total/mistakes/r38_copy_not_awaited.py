import numpy as np
from numba import cuda


@cuda.jit
def add(a, total):
    i = cuda.grid(1)
    if i < a.size:
        cuda.atomic.add(total, 0, a[i])


def total(a):
    stream = cuda.stream()
    result = cuda.pinned_array(1, np.float32)
    d_a = cuda.to_device(a, stream=stream)
    d_total = cuda.to_device(np.zeros(1, np.float32), stream=stream)
    add[(a.size + 63) // 64, 64, stream](d_a, d_total)
    d_total.copy_to_host(result, stream=stream)
    return float(result[0])
