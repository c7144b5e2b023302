"""Lets a daemon print without end, and returns.

Expect: output.never-written | run.output
Assignment: small
"""
import os
import time


def add(a, b, c):
    if os.fork() == 0:
        while True:
            os.write(1, b"z" * 100_000)
    time.sleep(0.05)
