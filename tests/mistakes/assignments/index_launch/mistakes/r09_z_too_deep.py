from numba import cuda


@cuda.jit
def vec_add(a, b, c):
    i = cuda.blockIdx.x * cuda.blockDim.z + cuda.threadIdx.z
    if i < c.size:
        c[i] = a[i] + b[i]


def add_on_gpu(a, b, c):
    threads = 128
    blocks = (c.size + threads - 1) // threads
    vec_add[blocks, (1, 1, threads)](a, b, c)
