def total(x, n):
    return 0.0
