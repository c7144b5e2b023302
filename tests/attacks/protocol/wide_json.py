"""Sends JSON of a million values.

Expect: run.bad-reply
Assignment: small
"""
import os
import time


def add(a, b, c):
    raw = b'{"id": [' + b"0," * 1_000_000 + b"0]}"
    left = len(raw).to_bytes(4, "big") + raw
    while left:
        left = left[os.write(3, left):]
    time.sleep(2)
