from numba import cuda


@cuda.jit
def double(x, y, n):
    i = cuda.grid(1)
    y[i] = 2 * x[i]
