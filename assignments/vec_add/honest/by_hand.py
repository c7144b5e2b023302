import math

import numpy as np
from numba import cuda


@cuda.jit(device=True)
def plus(x, y):
    return x + y


@cuda.jit
def vec_add(a, b, c, n):
    tid = cuda.threadIdx.x
    bid = cuda.blockIdx.x
    width = cuda.blockDim.x
    i = bid * width + tid
    if i >= n:
        return
    c[i] = plus(a[i], b[i])


def add_on_gpu(a, b, c):
    threads_per_block = 128
    blocks_per_grid = math.ceil(a.shape[0] / threads_per_block)
    a_gpu = cuda.to_device(np.ascontiguousarray(a))
    b_gpu = cuda.to_device(np.ascontiguousarray(b))
    c_gpu = cuda.device_array_like(a_gpu)
    vec_add[(blocks_per_grid,), (threads_per_block,)](a_gpu, b_gpu, c_gpu, a.shape[0])
    cuda.synchronize()
    c[:] = c_gpu.copy_to_host()


if __name__ == "__main__":
    n = 1000
    x, y, z = np.arange(n, dtype=np.float32), np.ones(n, dtype=np.float32), np.zeros(n, dtype=np.float32)
    add_on_gpu(x, y, z)
    print(np.allclose(z, x + y))
