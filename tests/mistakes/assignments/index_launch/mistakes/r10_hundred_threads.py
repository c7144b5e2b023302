from numba import cuda


@cuda.jit
def vec_add(a, b, c):
    i = cuda.grid(1)
    if i < c.size:
        c[i] = a[i] + b[i]


def add_on_gpu(a, b, c):
    threads = 100
    vec_add[(c.size + threads - 1) // threads, threads](a, b, c)
