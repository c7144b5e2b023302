"""Answers in another thread with every nonce that it can think of.

Row: 34
Expect: run.bad-reply
Assignment: small
"""
import json
import os
import socket
import struct


def add(a, b, c):
    channel = socket.socket(fileno=os.dup(3))
    for guess in ("", "0" * 32, "*", None, True, 0, [], {}, {"id": "x"}):
        raw = json.dumps({"id": guess, "value": {"returned": {}, "buffers": {}}, "arrays": []}).encode()
        channel.sendall(struct.pack(">I", len(raw)) + raw)
    c[:] = a + b
