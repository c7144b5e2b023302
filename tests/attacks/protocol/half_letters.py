"""Sends half a surrogate pair, which nobody can write down.

Expect: run.bad-reply
Assignment: small
"""
import os


def add(a, b, c):
    raw = rb'{"id": "\ud800", "value": {"\udfff": 1}, "arrays": []}'
    os.write(3, len(raw).to_bytes(4, "big") + raw)
    c[:] = a + b
