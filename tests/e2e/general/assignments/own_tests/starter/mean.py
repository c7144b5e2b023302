def mean(x):
    return None
