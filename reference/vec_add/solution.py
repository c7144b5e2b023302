"""The kernel with a guard, and the launch of as many blocks as cover all elements."""

from numba import cuda

THREADS = 256


@cuda.jit
def vec_add(a, b, c, n):
    i = cuda.grid(1)
    if i < n:
        c[i] = a[i] + b[i]


def add_on_gpu(a, b, c):
    n = len(a)
    d_a, d_b = cuda.to_device(a), cuda.to_device(b)
    d_c = cuda.device_array(n, c.dtype)
    blocks = (n + THREADS - 1) // THREADS
    vec_add[blocks, THREADS](d_a, d_b, d_c, n)
    d_c.copy_to_host(c)
