"""Closes the channel to the judge, and goes on.

Expect: run.bad-reply
Assignment: small
"""
import os
import time


def add(a, b, c):
    os.close(3)
    time.sleep(60)
