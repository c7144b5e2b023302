"""Catches whatever would stop it.

Expect: run.timeout
Assignment: brief
"""
import time


def add(a, b, c):
    while True:
        try:
            time.sleep(1000)
        except BaseException:
            pass
