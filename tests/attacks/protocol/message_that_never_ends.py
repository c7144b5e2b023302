"""Announces as much as is allowed, and sends a byte at a time.

Expect: run.timeout
Assignment: brief
"""
import os
import time


def add(a, b, c):
    os.write(3, (4 * 1024 * 1024).to_bytes(4, "big") + b"{")
    while True:
        time.sleep(0.05)
        os.write(3, b" ")
