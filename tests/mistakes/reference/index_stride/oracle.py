import numpy as np


def doubled(x):
    return {"out": 2 * x}


def sums(x, threads):
    return {"out": np.array([x[start::threads].sum() for start in range(threads)], np.float32)}
