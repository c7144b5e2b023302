"""An honest control: writes into its working folder and its home, changes modes, and reads it all back.

Expect: pass
Assignment: small
"""
import os
from pathlib import Path

import numpy as np


def add(a, b, c):
    Path("results/day1").mkdir(parents=True, exist_ok=True)
    for path in (Path("results/day1/a.npy"), Path.home() / "b.npy"):
        np.save(path, a + b)
        os.chmod(path, 0o600)
        os.utime(path)
        c[:] = np.load(path)
    assert "a.npy" in os.listdir("results/day1")
