"""Writes many files, each of which is small enough.

Expect: run.disk
Assignment: small
"""
import time


def add(a, b, c):
    for number in range(100):
        with open(f"file{number}", "wb") as file:
            file.write(b"x" * 2_000_000)
        time.sleep(0.01)
    c[:] = a + b
