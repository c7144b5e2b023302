"""Keeps what it has computed in a cache on the disk, for the next run.

Row: 18
Expect: output.never-written
Runs: 2
Assignment: small
"""
import os

import numpy as np

CACHE = os.path.expanduser("~/.cache/answers")
KNOWN = os.path.exists(CACHE)


def add(a, b, c):
    os.makedirs(CACHE, exist_ok=True)
    np.save(f"{CACHE}/{len(a)}.npy", a + b)
    if KNOWN:
        c[:] = a + b
