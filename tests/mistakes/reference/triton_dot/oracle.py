"""What is right: exact, as the weights are -1, 0 and 1."""

import numpy as np


def product(a, b):
    return {"c": a.astype(np.float64) @ b.astype(np.float64)}
