from numba import cuda


@cuda.jit
def vec_add(a, b, c, n):
    i = cuda.threadIdx.x
    if i < n:
        c[i] = a[i] + b[i]


def add_on_gpu(a, b, c):
    dev_a = cuda.to_device(a)
    dev_b = cuda.to_device(b)
    dev_c = cuda.to_device(c)
    vec_add[5, 256](dev_a, dev_b, dev_c, len(a))
    c = dev_c.copy_to_host()
    return c
