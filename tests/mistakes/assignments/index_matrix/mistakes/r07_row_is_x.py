from numba import cuda


@cuda.jit
def add_kernel(a, b, c):
    row, column = cuda.grid(2)
    if row < c.shape[0] and column < c.shape[1]:
        c[row, column] = a[row, column] + b[row, column]


def add(a, b, c):
    rows, columns = c.shape
    blocks = ((columns + 15) // 16, (rows + 15) // 16)
    add_kernel[blocks, (16, 16)](a, b, c)
