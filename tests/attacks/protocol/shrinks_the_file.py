"""Cuts the memory file off, so that the judge who reads it gets a signal.

Expect: run.raised | run.bad-reply | output.never-written
Assignment: small
"""
import os
import sys


def add(a, b, c):
    frame = sys._getframe()
    while not hasattr(frame.f_locals.get("self"), "_channel"):
        frame = frame.f_back
    replies = frame.f_locals["self"]._channel._replies
    for change in (lambda: os.ftruncate(replies, 0), lambda: os.ftruncate(replies, 1 << 40)):
        try:
            change()
            c[:] = a + b
        except OSError:
            pass
