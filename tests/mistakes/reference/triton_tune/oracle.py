"""What is right: exact in float32."""

import numpy as np


def sum_of(x):
    return {"total": x.astype(np.float64).sum(keepdims=True)}
