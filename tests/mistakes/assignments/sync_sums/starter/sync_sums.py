from numba import cuda, float32


@cuda.jit
def block_sums(a, sums, n):
    pass
