"""A right one."""

import numpy as np

squares = np.arange(5) ** 2
mean = squares.mean()
print("mean =", mean)
