from numba import cuda


@cuda.jit
def add(a, b, c, n):
    pass
