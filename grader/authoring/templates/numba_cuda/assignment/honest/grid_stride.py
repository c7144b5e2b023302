from numba import cuda


@cuda.jit
def double(x, y, n):
    for i in range(cuda.grid(1), n, cuda.gridsize(1)):
        y[i] = x[i] + x[i]
