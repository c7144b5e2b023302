from numba import cuda


@cuda.jit
def vec_add(a, b, c, n):
    start = cuda.grid(1)
    stride = cuda.gridsize(1)
    for i in range(start, n, stride):
        c[i] = a[i] + b[i]


def add_on_gpu(a, b, c):
    # একটি ছোট grid-ই যথেষ্ট, কারণ প্রতিটি thread কয়েকটি element নেয়
    d_c = cuda.to_device(c)
    vec_add[4, 32](cuda.to_device(a), cuda.to_device(b), d_c, a.size)
    d_c.copy_to_host(c)
