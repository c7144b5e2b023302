from numba import cuda, float32


@cuda.jit
def block_sums(a, sums, n):
    total = cuda.shared.array(1, float32)
    if cuda.threadIdx.x == 0:
        total[0] = 0.0
    cuda.syncthreads()
    total[0] += a[cuda.grid(1)]
    cuda.syncthreads()
    if cuda.threadIdx.x == 0:
        sums[cuda.blockIdx.x] = total[0]
