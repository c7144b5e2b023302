import numpy as np
from numba import cuda, float32


@cuda.jit
def kernel(a, total):
    s = cuda.shared.array(128, float32)
    t, i = cuda.threadIdx.x, cuda.grid(1)
    s[t] = a[i] if i < a.size else 0.0
    cuda.syncthreads()
    half = 64
    while half > 0:
        if t < half:
            s[t] += s[t + half]
        cuda.syncthreads()
        half //= 2
    if t == 0:
        cuda.atomic.add(total, 0, s[0])


def total(a):
    d_total = cuda.to_device(np.zeros(1, np.float32))
    kernel[(a.size + 127) // 128, 128](cuda.to_device(a), d_total)
    return float(d_total.copy_to_host()[0])
