def twice(x):
    return {"result": 2 * x}
