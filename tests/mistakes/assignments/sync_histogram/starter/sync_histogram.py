def histogram(x, counts):
    pass
