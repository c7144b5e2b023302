from numba import cuda, float32


@cuda.jit
def reverse(a, c, n):
    s = cuda.shared.array(64, float32)
    t = cuda.threadIdx.x
    start = cuda.blockIdx.x * cuda.blockDim.x
    if t < 32:
        s[2 * t] = a[start + 2 * t]
        s[2 * t + 1] = a[start + 2 * t + 1]
    cuda.syncthreads()
    c[start + t] = s[63 - t]
