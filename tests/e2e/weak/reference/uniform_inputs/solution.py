def total(x):
    return float(x.sum(dtype="float64"))
