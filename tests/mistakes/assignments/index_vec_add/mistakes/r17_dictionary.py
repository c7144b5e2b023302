from numba import cuda


@cuda.jit
def vec_add(a, b, c, n):
    i = cuda.grid(1)
    seen = {}
    if i < n:
        seen["sum"] = a[i] + b[i]
        c[i] = seen["sum"]
