from numba import cuda


@cuda.jit
def products_kernel(x, y, c):
    row, column = cuda.grid(2)
    if row < c.shape[0] and column < c.shape[1]:
        c[row, column] = x[row] * y[column]


def products(x, y, c):
    rows, columns = c.shape
    blocks = ((columns + 15) // 16, (rows + 15) // 16)
    products_kernel[blocks, (16, 16)](x, y, c)
