import numpy as np
from numba import cuda, float32


@cuda.jit
def kernel(a, c):
    tile = cuda.shared.array((32, 33), float32)
    x, y = cuda.threadIdx.x, cuda.threadIdx.y
    column, row = cuda.blockIdx.x * 32, cuda.blockIdx.y * 32
    tile[y, x] = a[row + y, column + x]
    cuda.syncthreads()
    c[column + y, row + x] = tile[x, y]


def transpose(a):
    c = cuda.device_array(a.shape[::-1], np.float32)
    kernel[(a.shape[1] // 32, a.shape[0] // 32), (32, 32)](cuda.to_device(a), c)
    return c.copy_to_host()
