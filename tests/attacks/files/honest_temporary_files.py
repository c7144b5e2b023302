"""An honest control: works in temporary files and folders.

Expect: pass
"""
import os
import tempfile

import numpy as np


def add(a, b, c):
    with tempfile.TemporaryDirectory() as folder, tempfile.NamedTemporaryFile() as file:
        np.save(f"{folder}/sum.npy", a + b)
        file.write(b"x" * 1_000_000)
        os.rename(f"{folder}/sum.npy", f"{folder}/total.npy")
        c[:] = np.load(f"{folder}/total.npy")
