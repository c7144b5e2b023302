from numba import cuda


@cuda.jit
def doubled(x, out, n):
    for i in range(cuda.grid(1), n, cuda.gridsize(1)):
        out[i] = 2 * x[i]


@cuda.jit
def sums(x, out, n):
    total = 0.0
    for i in range(cuda.grid(1), n, cuda.gridsize(1)):
        total += x[i]
    out[cuda.grid(1)] = total
