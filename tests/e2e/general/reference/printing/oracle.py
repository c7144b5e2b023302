"""What is right."""

import numpy as np


def total(x):
    sums = np.cumsum(x)
    return {"result": sums[-1], "stdout": "\n".join(str(int(each)) for each in sums)}
