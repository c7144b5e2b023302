from numba import cuda


@cuda.jit
def vec_add(a, b, c, n):
    i = cuda.grid(1)
    if i < n:
        c[i] = a[i] + b[i]


def add_on_gpu(a, b, c):
    n = len(a)
    d_c = cuda.device_array_like(a)
    vec_add[(n + 127) // 128, 128](cuda.to_device(a), cuda.to_device(b), d_c, n)
    c = d_c.copy_to_host()
