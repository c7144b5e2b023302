import numpy as np


def smooth(x):
    wide = np.pad(x, 1)
    return {"out": wide[:-2] + wide[1:-1] + wide[2:]}
