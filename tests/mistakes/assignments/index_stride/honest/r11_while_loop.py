from numba import cuda


@cuda.jit
def doubled(x, out, n):
    i = cuda.grid(1)
    while i < n:
        out[i] = x[i] + x[i]
        i += cuda.blockDim.x * cuda.gridDim.x


@cuda.jit
def sums(x, out, n):
    start = cuda.grid(1)
    i = start
    total = 0.0
    while i < n:
        total += x[i]
        i += cuda.blockDim.x * cuda.gridDim.x
    out[start] = total
