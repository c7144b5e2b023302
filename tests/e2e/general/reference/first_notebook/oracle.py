"""What is right."""

import numpy as np


def values():
    return {"squares": np.arange(5) ** 2, "mean": 6.0}
