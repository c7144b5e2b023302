from numba import cuda

BLOCK = (16, 16)


def grid(rows, columns):
    return -(-columns // 16), -(-rows // 16)


@cuda.jit
def add_kernel(a, b, c):
    column, row = cuda.grid(2)
    if row < c.shape[0] and column < c.shape[1]:
        c[row, column] = a[row, column] + b[row, column]


@cuda.jit
def transpose_kernel(a, c):
    column, row = cuda.grid(2)
    if row < a.shape[0] and column < a.shape[1]:
        c[column, row] = a[row, column]


@cuda.jit
def products_kernel(x, y, c):
    column, row = cuda.grid(2)
    if row < c.shape[0] and column < c.shape[1]:
        c[row, column] = y[row] * x[column]


def add(a, b, c):
    add_kernel[grid(*c.shape), BLOCK](a, b, c)


def transpose(a, c):
    transpose_kernel[grid(*a.shape), BLOCK](a, c)


def products(x, y, c):
    products_kernel[grid(*c.shape), BLOCK](x, y, c)
