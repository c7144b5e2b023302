from numba import cuda


@cuda.jit
def transpose_kernel(a, c, rows, columns):
    column, row = cuda.grid(2)
    if row < rows and column < columns:
        c[row * columns + column] = a[row * columns + column]


def transpose(a, c):
    rows, columns = a.shape
    blocks = ((columns + 15) // 16, (rows + 15) // 16)
    transpose_kernel[blocks, (16, 16)](a.reshape(-1), c.reshape(-1), rows, columns)
