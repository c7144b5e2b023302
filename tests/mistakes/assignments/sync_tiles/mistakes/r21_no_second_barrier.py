from numba import cuda, float32


@cuda.jit
def columns(a, c, n, rows):
    s = cuda.shared.array(64, float32)
    t = cuda.threadIdx.x
    total = float32(0.0)
    for row in range(rows):
        s[t] = a[row, t]
        cuda.syncthreads()
        total += s[63 - t]
    c[t] = total
