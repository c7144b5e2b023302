import numpy as np
from numba import cuda, float32


@cuda.jit
def kernel(a, c):
    tile = cuda.shared.array((32, 33), float32)
    x, y = cuda.threadIdx.x, cuda.threadIdx.y
    column, row = cuda.blockIdx.x * 32, cuda.blockIdx.y * 32
    for k in range(y, 32, 8):
        tile[k, x] = a[row + k, column + x]
    cuda.syncthreads()
    for k in range(y, 32, 8):
        c[column + k, row + x] = tile[x, k]


def transpose(a):
    c = cuda.device_array(a.shape[::-1], np.float32)
    kernel[(a.shape[1] // 32, a.shape[0] // 32), (32, 8)](cuda.to_device(a), c)
    return c.copy_to_host()
