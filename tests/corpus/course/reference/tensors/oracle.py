import numpy as np


def product(a, b, m, k):
    """Sums of ones and minus ones: exact in every precision."""
    return {"result": (a.astype(np.float64) @ b.astype(np.float64)).astype(np.float32)}


def ones(a, n):
    return {"result": a + 1}
