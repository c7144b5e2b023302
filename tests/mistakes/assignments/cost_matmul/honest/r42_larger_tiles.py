import numpy as np
from numba import cuda, float32


@cuda.jit
def kernel(a, b, c):
    s, u = cuda.shared.array((16, 16), float32), cuda.shared.array((16, 16), float32)
    x, y = cuda.threadIdx.x, cuda.threadIdx.y
    column, row = cuda.grid(2)
    found = float32(0.0)
    for k in range(0, a.shape[1], 16):
        s[y, x] = a[row, k + x]
        u[y, x] = b[k + y, column]
        cuda.syncthreads()
        for j in range(16):
            found += s[y, j] * u[j, x]
        cuda.syncthreads()
    c[row, column] = found


def matmul(a, b):
    n = a.shape[0]
    c = cuda.device_array((n, n), np.float32)
    kernel[(n // 16, n // 16), (16, 16)](cuda.to_device(a), cuda.to_device(b), c)
    return c.copy_to_host()
