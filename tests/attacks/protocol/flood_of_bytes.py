"""Sends one message that fits, very fast, and then bytes without end.

Expect: run.bad-reply
Assignment: small
"""
import os


def add(a, b, c):
    os.write(3, (4 * 1024 * 1024).to_bytes(4, "big"))
    while True:
        os.write(3, b"[" * 1_000_000)
