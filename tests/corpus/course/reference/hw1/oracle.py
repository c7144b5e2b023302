def scale(x, k, n):
    return {"result": x * k}
