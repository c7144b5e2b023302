from numba import cuda


@cuda.jit
def vec_add(a, b, c, n):
    i = cuda.grid(1)
    try:
        c[i] = a[i] + b[i]
    except IndexError:
        c[i] = 0
