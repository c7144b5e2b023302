"""An honest control: returns arrays and numbers of every kind, which nobody looks at.

Expect: pass
Assignment: small
"""
import numpy as np
import torch


def add(a, b, c):
    c[:] = a + b
    return {
        "half": np.ones(3, np.float16), "tensor": torch.ones(2, 2), "empty": np.empty((0, 3)), "list": [1, 2.5, None],
        "nan": float("nan"), "infinite": [float("inf"), -float("inf")], "text": "ঠিক আছে \U0001f642", "scalar": c.sum(),
        "flag": np.bool_(True), "strided": np.arange(10)[::3], "large": 2**60,
    }
