"""Holds the judge up.

Expect: run.timeout
Assignment: brief
"""
import signal


def add(a, b, c):
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    while True:
        pass
