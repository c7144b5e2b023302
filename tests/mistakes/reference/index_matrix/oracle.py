import numpy as np


def add(a, b):
    return {"c": a + b}


def transpose(a):
    return {"c": np.ascontiguousarray(a.T)}


def products(x, y):
    return {"c": y[:, None] * x[None]}
