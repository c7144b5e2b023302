"""Does the work as soon as the inputs are in place, before the clock starts.

Expect: perf.not-idle | perf.too-fast
"""
import sys

import numpy as np

OPS = sys.modules["harness.drivers.python"].OPS
HOLD = OPS["hold"]


def early(session, payload):
    done = HOLD(session, payload)
    work = session.held.call
    work()
    session.held.call = dict
    return done


OPS["hold"] = early


def smooth(x, y):
    for _ in range(150):
        np.add(np.roll(x, 1), x, out=y)
