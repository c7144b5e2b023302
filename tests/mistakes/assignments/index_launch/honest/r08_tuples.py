from numba import cuda


@cuda.jit
def vec_add(a, b, c):
    i = cuda.grid(1)
    if i < c.size:
        c[i] = a[i] + b[i]


def add_on_gpu(a, b, c):
    block = (256, 1, 1)
    grid = ((c.size + block[0] - 1) // block[0], 1)
    vec_add[grid, block](a, b, c)
