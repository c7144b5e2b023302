def total(a):
    return 0.0
