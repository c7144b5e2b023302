from numba import cuda, float32


@cuda.jit
def reverse(a, c, n):
    t = cuda.threadIdx.x
    start = cuda.blockIdx.x * cuda.blockDim.x
    if start + t < n:
        c[start + t] = a[start + 63 - t]
