from numba import cuda, float32

TPB = 64


@cuda.jit
def reverse(a, c, n):
    s = cuda.shared.array(TPB, float32)
    t = cuda.threadIdx.x
    i = cuda.grid(1)
    s[t] = a[i]
    cuda.syncthreads()
    c[i] = s[TPB - 1 - t]
