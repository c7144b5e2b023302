from numba import cuda

@cuda.jit
def vec_add(a, b, c, n):
    i = cuda.grid(1)
    if i < n
        c[i] = a[i] + b[i]

def add_on_gpu(a, b, c):
    vec_add[(len(a) + 255) // 256, 256](a, b, c, len(a))
