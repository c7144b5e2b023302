from numba import cuda, float32


@cuda.jit
def block_sums(a, sums, n):
    s = cuda.shared.array(2, float32)
    t = cuda.threadIdx.x
    x = a[cuda.grid(1)]
    offset = 16
    while offset > 0:
        x += cuda.shfl_down_sync(0xFFFFFFFF, x, offset)
        offset //= 2
    if t % 32 == 0:
        s[t // 32] = x
    cuda.syncthreads()
    if t == 0:
        sums[cuda.blockIdx.x] = s[0] + s[1]
