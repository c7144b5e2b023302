def reversed_sum(a, b):
    return a
