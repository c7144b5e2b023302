from numba import cuda


@cuda.jit
def vec_add(a, b, c, n):
    chunk = (n + 1023) // 1024
    for i in range(cuda.grid(1), 1024 * chunk, cuda.gridsize(1)):
        k = i % 1024 * chunk + i // 1024
        if k < n:
            c[k] = a[k] + b[k]
