from numba import cuda


def add(x, y):
    return x + y


@cuda.jit
def vec_add(a, b, c, n):
    i = cuda.grid(1)
    if i < n:
        c[i] = add(a[i], b[i])
