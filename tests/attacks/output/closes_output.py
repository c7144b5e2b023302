"""Closes its output, so that the judge reads from nobody.

Expect: run.raised | output.never-written
Assignment: small
"""
import os


def add(a, b, c):
    print("before")
    os.close(1)
    os.close(2)
    os.closerange(100, 200)
    raise ValueError("closed")
