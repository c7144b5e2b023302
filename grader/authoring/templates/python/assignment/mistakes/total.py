def mean(x):
    return float(x.sum())
