import numpy as np


def scale(x, factor):
    return {"out": x * np.float32(factor)}


def halve(x):
    return {"out": x / 2}


def halved(x):
    return {"result": x / 2}


def dots(a, b):
    a, b = a.astype(np.float64), b.astype(np.float64)
    return {"out": (a * b).sum(axis=1), "out.unit": np.sqrt(a.shape[1] * ((a * b) ** 2).sum(axis=1))}
