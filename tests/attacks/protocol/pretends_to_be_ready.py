"""Says that it has just started.

Expect: run.bad-reply
Assignment: small
"""
import os


def add(a, b, c):
    raw = b'{"ready": true, "arrays": []}'
    os.write(3, len(raw).to_bytes(4, "big") + raw)
    c[:] = a + b
