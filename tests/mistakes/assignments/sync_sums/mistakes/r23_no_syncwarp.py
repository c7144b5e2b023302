from numba import cuda, float32


@cuda.jit
def block_sums(a, sums, n):
    s = cuda.shared.array(64, float32)
    t = cuda.threadIdx.x
    s[t] = a[cuda.grid(1)]
    cuda.syncthreads()
    if t < 32:
        half = 32
        while half > 0:
            mine = s[t] + s[t + half]
            if t < half:
                s[t] = mine
            half //= 2
    if t == 0:
        sums[cuda.blockIdx.x] = s[0]
