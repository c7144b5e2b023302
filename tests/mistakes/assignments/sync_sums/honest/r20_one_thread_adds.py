from numba import cuda, float32


@cuda.jit
def block_sums(a, sums, n):
    s = cuda.shared.array(64, float32)
    t = cuda.threadIdx.x
    s[t] = a[cuda.grid(1)]
    cuda.syncthreads()
    if t == 0:
        total = float32(0.0)
        for k in range(64):
            total += s[k]
        sums[cuda.blockIdx.x] = total
