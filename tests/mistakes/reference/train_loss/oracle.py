"""What is right: one step of SGD on the cross entropy, in float64."""

import numpy as np
import torch
from torch.nn import functional

ROWS, WIDTH, CLASSES = 16, 4, 5


def draw(seed, spread):
    """Return the arguments of one step; `spread` is the standard deviation of the weights."""
    rng = np.random.default_rng(seed)
    return {
        "parameters": (spread * rng.normal(0, 1, (CLASSES, WIDTH))).astype(np.float32),
        "x": rng.normal(0, 1, (ROWS, WIDTH)).astype(np.float32),
        "labels": rng.integers(0, CLASSES, ROWS),
        "lr": 0.1,
    }


def train(*, parameters, x, labels, lr):
    """Return the weights after the step."""
    weights = torch.tensor(parameters, dtype=torch.float64, requires_grad=True)
    functional.cross_entropy(torch.tensor(x, dtype=torch.float64) @ weights.T, torch.tensor(labels)).backward()
    return {"parameters": (weights - lr * weights.grad).detach().numpy()}
