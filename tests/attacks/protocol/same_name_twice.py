"""Sends a message in which a name comes twice, so that two readers see two values.

Expect: run.bad-reply
Assignment: small
"""
import os


def add(a, b, c):
    raw = b'{"id": "x", "arrays": [], "value": {}, "id": "y", "arrays": {}}'
    os.write(3, len(raw).to_bytes(4, "big") + raw)
    c[:] = a + b
