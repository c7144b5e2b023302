from numba import cuda


@cuda.jit
def sums(x, out, n):
    i = cuda.grid(1)
    total = 0.0
    while i < n:
        total += x[i]
        i += cuda.blockDim.x
    out[cuda.grid(1)] = total
