"""Does the work in a thread once it has returned.

Expect: perf.wrong-when-timed
"""
import threading
import time

import numpy as np


def smooth(x, y):
    def work():
        time.sleep(0.0005)
        y[:] = np.roll(x, 1) + x

    threading.Thread(target=work, daemon=True).start()
