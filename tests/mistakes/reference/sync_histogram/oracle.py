import numpy as np


def histogram(x):
    return {"counts": np.bincount(x % 8, minlength=8).astype(np.int32)}
