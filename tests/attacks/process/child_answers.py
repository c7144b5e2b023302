"""Lets a child answer in its place, after it has ended itself.

Expect: run.died | run.bad-reply
Assignment: small
"""
import os
import time


def add(a, b, c):
    if os.fork():
        os._exit(0)
    time.sleep(0.1)
    c[:] = a + b
