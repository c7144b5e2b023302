"""Sends JSON that is nested 200 000 levels deep.

Expect: run.bad-reply
Assignment: small
"""
import os
import time


def add(a, b, c):
    raw = b"[" * 200_000 + b"]" * 200_000
    left = len(raw).to_bytes(4, "big") + raw
    while left:
        left = left[os.write(3, left):]
    time.sleep(2)
