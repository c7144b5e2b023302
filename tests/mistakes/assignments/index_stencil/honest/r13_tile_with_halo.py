from numba import cuda, float32


@cuda.jit
def smooth(x, out, n):
    tile = cuda.shared.array(66, float32)
    i = cuda.grid(1)
    t = cuda.threadIdx.x
    tile[t + 1] = x[i] if i < n else 0.0
    if t == 0:
        tile[0] = x[i - 1] if i > 0 else 0.0
    if t == 63:
        tile[65] = x[i + 1] if i + 1 < n else 0.0
    cuda.syncthreads()
    if i < n:
        out[i] = tile[t] + tile[t + 1] + tile[t + 2]
