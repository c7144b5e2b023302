import numpy as np
from numba import cuda


@cuda.jit
def vec_add(a, b, c, n):
    i = cuda.grid(1)
    c[i] = a[i] + b[i]


def add_on_gpu(a, b, c):
    N = a.size
    d_a = cuda.to_device(a)
    d_b = cuda.to_device(b)
    d_c = cuda.device_array(N, dtype=np.float32)
    blocks = N // 256          # প্রতি block-এ 256 thread
    if blocks == 0:
        blocks = 1
    vec_add[blocks, 256](d_a, d_b, d_c, N)
    c[:] = d_c.copy_to_host()
