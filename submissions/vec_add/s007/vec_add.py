"""vec_add, while loop দিয়ে।"""
from numba import cuda


@cuda.jit
def vec_add(a, b, c, n):
    i = cuda.grid(1)
    if i < n:
        c[i] = a[i] + b[i]


def add_on_gpu(a, b, c):
    threads = 256
    blocks = 1
    while blocks * threads < len(a):
        print("blocks =", blocks)
    vec_add[blocks, threads](a, b, c, len(a))
