"""What is right, in float64."""

import numpy as np


def draw(rows, columns, seed, scale=1.0):
    rng = np.random.default_rng(seed)
    return {"x": (scale * rng.standard_normal((rows, columns))).astype(np.float32)}


def softmax(x):
    x = x.astype(np.float64)
    power = np.exp(x - x.max(axis=1, keepdims=True))
    return {"result": power / power.sum(axis=1, keepdims=True)}
