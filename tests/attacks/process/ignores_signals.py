"""Ignores every signal that it can, and sleeps.

Expect: run.timeout
Assignment: brief
"""
import signal
import time


def add(a, b, c):
    for number in range(1, 65):
        try:
            signal.signal(number, signal.SIG_IGN)
        except (OSError, ValueError):
            pass
    signal.pthread_sigmask(signal.SIG_BLOCK, range(1, 65))
    while True:
        time.sleep(1)
