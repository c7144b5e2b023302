def mean(x):
    return float(x.mean())
