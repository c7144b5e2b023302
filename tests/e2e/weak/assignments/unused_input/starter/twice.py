def twice(x, y):
    return x
