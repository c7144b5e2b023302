from numba import cuda, float32


@cuda.jit
def reverse(a, c, n):
    s = cuda.shared.array(32, float32)
    t = cuda.threadIdx.x
    i = cuda.grid(1)
    s[t] = a[i]
    cuda.syncthreads()
    c[i] = s[63 - t]
