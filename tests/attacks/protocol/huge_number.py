"""Sends a number of a million digits, which takes long to read.

Expect: run.bad-reply
Assignment: small
"""
import os
import time


def add(a, b, c):
    raw = b'{"id": ' + b"9" * 1_000_000 + b"}"
    left = len(raw).to_bytes(4, "big") + raw
    while left:
        left = left[os.write(3, left):]
    time.sleep(2)
