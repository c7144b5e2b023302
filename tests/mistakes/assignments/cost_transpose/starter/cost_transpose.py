def transpose(a):
    return a
