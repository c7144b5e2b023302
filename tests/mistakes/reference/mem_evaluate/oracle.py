"""What is right, in float64."""

import numpy as np


def evaluate(x, w, steps):
    x, w = x.astype(np.float64), w.astype(np.float64)
    losses = [(np.tanh((x * k) @ w) ** 2).mean() for k in range(1, steps + 1)]
    return {"result": np.float64(np.mean(losses))}
