import numpy as np


def smooth(x):
    exact = x.astype(np.float64)
    return {"y": (exact[np.arange(len(x)) - 1] + exact).astype(np.float32)}
