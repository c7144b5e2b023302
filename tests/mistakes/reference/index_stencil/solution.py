from numba import cuda


@cuda.jit
def smooth(x, out, n):
    i = cuda.grid(1)
    if i >= n:
        return
    total = x[i]
    if i > 0:
        total += x[i - 1]
    if i < n - 1:
        total += x[i + 1]
    out[i] = total
