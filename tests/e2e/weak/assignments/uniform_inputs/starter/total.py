def total(x):
    return 0.0
