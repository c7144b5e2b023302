from numba import cuda


@cuda.jit
def smooth(x, out, n):
    i = cuda.grid(1)
    if i < n - 1:
        out[i] = x[i - 1] + x[i] + x[i + 1]
    elif i < n:
        out[i] = x[i - 1] + x[i]
