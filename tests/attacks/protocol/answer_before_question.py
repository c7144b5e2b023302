"""Answers ahead of the question, with the nonce of the one before: by the judge's clock it would take no time.

Row: 34
Expect: run.bad-reply
"""
import sys
import threading
import time

import numpy as np

frame, session = sys._getframe(), None
while frame and not hasattr(session, "_channel"):
    frame, session = frame.f_back, frame.f_locals.get("self")


def ahead():
    time.sleep(0.005)  # this question has been answered by then
    for _ in range(200):
        buffers = {name: np.zeros(2 * 4096 + 4000, np.uint8) for name in "abc"}
        session._channel.send({"id": last, "value": {"returned": {}, "buffers": buffers}, "claims": {}})


last = session._id
threading.Thread(target=ahead, daemon=True).start()


def add(a, b, c):
    time.sleep(0.2)
