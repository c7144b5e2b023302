def scale(x):
    return {"y": 2 * x}
