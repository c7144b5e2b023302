from numba import cuda


@cuda.jit
def vec_add(a, b, c, n):
    pass
