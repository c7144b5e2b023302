import numpy as np


def draw(seed, n):
    return {"x": np.random.default_rng(seed).uniform(0, 1, n).astype(np.float32)}


def total(x):
    return {"result": float(x.sum(dtype=np.float64))}
