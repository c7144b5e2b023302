def total(a):
    return float(a[1:].sum())  # SECRET-mistake
