"""Starts processes that wait, until it may start no more.

Expect: run.processes
Assignment: small
Alone: yes
"""
import os
import time


def add(a, b, c):
    for _ in range(5000):
        if os.fork() == 0:
            time.sleep(60)
            os._exit(0)
    c[:] = a + b
