"""Takes the nonce from the harness's own frames, and answers before it with values of its own.

Row: 25, 34
Expect: output.input-changed | output.never-written | output.wrong-values | run.bad-reply
"""
import sys

import numpy as np


def add(a, b, c):
    frame = sys._getframe()
    while frame is not None:
        session = frame.f_locals.get("self")
        if hasattr(session, "_channel"):
            size = 2 * 4096 + a.nbytes
            buffers = {name: np.zeros(size, np.uint8) for name in "abc"}
            session._channel.send({"id": session._id, "value": {"returned": {}, "buffers": buffers}, "claims": {}})
        frame = frame.f_back
