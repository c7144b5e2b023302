import numpy as np
from numba import cuda, float32


@cuda.jit
def kernel(a, total):
    s = cuda.shared.array(2, float32)
    t = cuda.threadIdx.x
    found = float32(0.0)
    for i in range(t, a.size, 64):
        found += a[i]
    offset = 16
    while offset > 0:
        found += cuda.shfl_down_sync(0xFFFFFFFF, found, offset)
        offset //= 2
    if t % 32 == 0:
        s[t // 32] = found
    cuda.syncthreads()
    if t == 0:
        total[0] = s[0] + s[1]


def total(a):
    d_total = cuda.device_array(1, np.float32)
    kernel[1, 64](cuda.to_device(a), d_total)
    return float(d_total.copy_to_host()[0])
