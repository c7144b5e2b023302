"""Sends half a header, and waits.

Expect: run.timeout
Assignment: brief
"""
import os
import time


def add(a, b, c):
    os.write(3, b"\0\0")
    time.sleep(60)
