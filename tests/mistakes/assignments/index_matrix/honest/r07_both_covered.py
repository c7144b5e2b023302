from numba import cuda


@cuda.jit
def add_kernel(a, b, c):
    row, column = cuda.grid(2)
    if row < c.shape[0] and column < c.shape[1]:
        c[row, column] = a[row, column] + b[row, column]


@cuda.jit
def transpose_kernel(a, c):
    row, column = cuda.grid(2)
    if row < c.shape[0] and column < c.shape[1]:
        c[row, column] = a[column, row]


@cuda.jit
def products_kernel(x, y, c):
    row, column = cuda.grid(2)
    if row < c.shape[0] and column < c.shape[1]:
        c[row, column] = x[column] * y[row]


def blocks(c):
    rows, columns = c.shape
    return (rows + 15) // 16, (columns + 15) // 16


def add(a, b, c):
    add_kernel[blocks(c), (16, 16)](a, b, c)


def transpose(a, c):
    transpose_kernel[blocks(c), (16, 16)](a, c)


def products(x, y, c):
    products_kernel[blocks(c), (16, 16)](x, y, c)
