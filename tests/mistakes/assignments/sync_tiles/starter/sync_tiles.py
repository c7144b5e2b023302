from numba import cuda, float32


@cuda.jit
def columns(a, c, n, rows):
    pass
