from numba import cuda


@cuda.jit
def doubled(x, out, n):
    pass


@cuda.jit
def sums(x, out, n):
    pass
