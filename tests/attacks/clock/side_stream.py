"""Launches the work on a stream that it does not wait for, and copies the result back before it is done.

Row: 1
Expect: output.never-written
"""
import threading

import numpy as np


def add(a, b, c):
    result = np.empty_like(c)

    def kernel():
        threading.Event().wait(0.2)
        result[:] = a + b
        c[:] = result

    threading.Thread(target=kernel, daemon=True).start()
