from numba import cuda


@cuda.jit
def vec_add(a, b, c, n):
    i = cuda.threadIdx.x * cuda.blockDim.x + cuda.blockIdx.x
    if i < n:
        c[i] = a[i] + b[i]
