from numba import cuda, float32


@cuda.jit
def flip(a, o):
    s = cuda.shared.array(64, float32)
    t = cuda.threadIdx.x
    s[t] = a[t]
