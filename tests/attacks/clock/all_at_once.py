"""Does the work of all calls in the first one, with what it can find of the others' inputs.

Row: 10
Expect: output.not-repeatable
"""
import gc

import numpy as np

DONE = {}
CALLED = []


def add(a, b, c):
    if not CALLED:
        CALLED.append(True)
        for found in gc.get_objects():
            if isinstance(found, dict):
                DONE.update({id(x): x.copy() for x in found.values() if isinstance(x, np.ndarray)})
        c[:] = a + b
    elif id(a) in DONE and id(b) in DONE:
        c[:] = DONE[id(a)] + DONE[id(b)]
