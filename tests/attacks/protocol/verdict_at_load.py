"""Sends verdicts before anybody has asked for one.

Row: 34
Expect: run.bad-reply
Assignment: small
"""
import json
import socket
import struct

channel = socket.socket(fileno=3)
for body in ({"id": 1, "value": {}}, {"score": 100}, {"id": None, "value": {"status": "pass"}, "arrays": []}):
    raw = json.dumps(body).encode()
    channel.send(struct.pack(">I", len(raw)) + raw)
channel.detach()


def add(a, b, c):
    pass
