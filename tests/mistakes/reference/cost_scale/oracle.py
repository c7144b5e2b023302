def scale(x):
    return {"result": 32 * x}
