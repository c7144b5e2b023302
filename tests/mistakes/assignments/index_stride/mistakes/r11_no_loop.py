from numba import cuda


@cuda.jit
def doubled(x, out, n):
    i = cuda.grid(1)
    if i < n:
        out[i] = 2 * x[i]
