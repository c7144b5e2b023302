from numba import cuda


@cuda.jit
def double(x, y, n):
    i = cuda.threadIdx.x
    if i < n:
        y[i] = 2 * x[i]
