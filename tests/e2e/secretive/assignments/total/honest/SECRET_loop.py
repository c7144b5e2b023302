def total(a):
    result = 0.0  # SECRET-honest
    for each in a:
        result += each
    return float(result)
