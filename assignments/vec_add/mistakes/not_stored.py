from numba import cuda


@cuda.jit
def vec_add(a, b, c, n):
    i = cuda.grid(1)
    if i < n:
        ci = c[i]
        ci = a[i] + b[i]  # যোগফল


def add_on_gpu(a, b, c):
    n = len(a)
    d_a, d_b = cuda.to_device(a), cuda.to_device(b)
    d_c = cuda.to_device(c)
    vec_add[(n + 255) // 256, 256](d_a, d_b, d_c, n)
    d_c.copy_to_host(c)
