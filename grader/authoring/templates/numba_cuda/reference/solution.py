from numba import cuda


@cuda.jit
def double(x, y, n):
    i = cuda.grid(1)
    if i < n:
        y[i] = 2 * x[i]
