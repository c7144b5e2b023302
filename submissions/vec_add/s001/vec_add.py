# Assignment: vec_add
from numba import cuda


@cuda.jit
def vec_add(a, b, c, n):
    # প্রতিটি thread একটি element যোগ করে
    i = cuda.threadIdx.x + cuda.blockIdx.x * cuda.blockDim.x
    if i < n:
        c[i] = a[i] + b[i]


def add_on_gpu(a, b, c):
    n = len(a)
    threads = 256
    blocks = (n + threads - 1) // threads
    d_a = cuda.to_device(a)
    d_b = cuda.to_device(b)
    d_c = cuda.to_device(c)
    vec_add[blocks, threads](d_a, d_b, d_c, n)
    d_c.copy_to_host(c)
