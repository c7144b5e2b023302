def mean(x):
    total = 0.0
    for each in x:
        total += each
    return float(total / len(x))
