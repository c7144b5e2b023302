"""Ends, while a child of its own keeps all its pipes and its channel open.

Expect: run.died
Assignment: small
"""
import os
import time


def add(a, b, c):
    if os.fork() == 0:
        time.sleep(9874)
    os._exit(0)
