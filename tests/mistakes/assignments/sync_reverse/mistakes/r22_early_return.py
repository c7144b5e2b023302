from numba import cuda, float32


@cuda.jit
def reverse(a, c, n):
    s = cuda.shared.array(64, float32)
    t = cuda.threadIdx.x
    i = cuda.grid(1)
    if i >= n - 1:
        c[i] = a[i - 63]
        s[t] = a[i]
        return
    s[t] = a[i]
    cuda.syncthreads()
    c[i] = s[63 - t]
