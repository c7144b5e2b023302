"""Writes into a file that it has removed, so that no folder shows it.

Expect: run.disk
Assignment: small
"""
import os
import time


def add(a, b, c):
    kept = []
    for number in range(30):
        kept.append(open(f"file{number}", "wb"))
        os.unlink(f"file{number}")
        kept[-1].write(b"x" * 2_000_000)
        kept[-1].flush()
        time.sleep(0.02)
    c[:] = a + b
