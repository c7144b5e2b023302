"""Computes while it is loaded, for inputs that it has guessed, and only copies in the call.

Row: 9, 18
Expect: output.wrong-values
"""
import numpy as np

GUESSED = {}
for n in (77, 500, 501, 1000):
    rng = np.random.default_rng(0)
    GUESSED[n] = rng.normal(size=n).astype(np.float32) + rng.normal(size=n).astype(np.float32)


def add(a, b, c):
    c[:] = GUESSED.get(len(a), 0)
