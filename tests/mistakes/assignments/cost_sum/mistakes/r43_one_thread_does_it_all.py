import numpy as np
from numba import cuda, float32


@cuda.jit
def kernel(a, total):
    if cuda.grid(1) == 0:
        found = float32(0.0)
        for i in range(a.size):
            found += a[i]
        total[0] = found


def total(a):
    d_total = cuda.device_array(1, np.float32)
    kernel[(a.size + 127) // 128, 128](cuda.to_device(a), d_total)
    return float(d_total.copy_to_host()[0])
