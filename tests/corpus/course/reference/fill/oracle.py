import numpy as np


def fill(a, n):
    return {"a": np.arange(n, dtype=np.int32)}
