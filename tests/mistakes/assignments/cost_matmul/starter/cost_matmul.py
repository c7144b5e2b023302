def matmul(a, b):
    return a
