def reversed_sum(a, b):
    return {"result": (a + b)[::-1]}
