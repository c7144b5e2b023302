from numba import cuda, float32


@cuda.jit
def reverse(a, c, n):
    pass
