def twice(x, y):
    return {"result": 2 * x}
