"""Answers with the right nonce and numbers that no float holds, or that are none at all.

Expect: run.bad-reply
Assignment: small
"""
import os
import sys


def add(a, b, c):
    frame = sys._getframe()
    while not hasattr(frame.f_locals.get("self"), "_id"):
        frame = frame.f_back
    nonce = frame.f_locals["self"]._id
    raw = f'{{"id": "{nonce}", "value": {{"returned": {{"x": 1e999, "y": NaN}}, "buffers": {{}}}}, "arrays": []}}'.encode()
    os.write(3, len(raw).to_bytes(4, "big") + raw)
    c[:] = a + b
