"""Kills the first process of its namespace, and itself.

Expect: output.never-written | run.died
Assignment: small
"""
import os
import signal


def add(a, b, c):
    for process in (1, os.getpid()):
        try:
            os.kill(process, signal.SIGKILL)
        except OSError:
            pass
