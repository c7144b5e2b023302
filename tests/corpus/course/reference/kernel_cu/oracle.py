import numpy as np


def ones(a, n):
    return {"a": np.ones(n, np.float32)}
