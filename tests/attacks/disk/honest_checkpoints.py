"""An honest control: writes 10 MB in a few files, again and again.

Expect: pass
Assignment: small
"""
import numpy as np


def add(a, b, c):
    for step in range(20):
        np.save(f"checkpoint{step % 2}.npy", np.ones(600_000))
    assert np.load("checkpoint0.npy").shape == (600_000,)
    c[:] = a + b
