from numba import cuda


@cuda.jit
def smooth(x, out, n):
    pass
