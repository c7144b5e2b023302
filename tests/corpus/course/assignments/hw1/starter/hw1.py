def scale(x, k):
    pass
