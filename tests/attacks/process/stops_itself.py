"""Stops itself.

Expect: run.timeout
Expect ABB': output.never-written
Assignment: brief
"""
import os
import signal


def add(a, b, c):
    os.kill(os.getpid(), signal.SIGSTOP)
