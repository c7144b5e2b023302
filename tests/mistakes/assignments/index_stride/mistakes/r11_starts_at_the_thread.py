from numba import cuda


@cuda.jit
def doubled(x, out, n):
    for i in range(cuda.threadIdx.x, n, cuda.gridsize(1)):
        out[i] = 2 * x[i]
