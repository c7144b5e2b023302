from numba import cuda


@cuda.jit
def vec_add(a, b, c, n):
    i = cuda.blockIdx.x * cuda.gridDim.x + cuda.threadIdx.x
    if i < n:
        c[i] = a[i] + b[i]
