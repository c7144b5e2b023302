"""Finds the channel to the judge and answers in the harness's place.

Row: 34
Expect: run.bad-reply
"""
import json
import os
import socket
import stat
import struct


def add(a, b, c):
    raw = json.dumps({"arrays": [], "id": "0" * 32, "value": {"status": "pass"}}).encode()
    for fd in range(64):
        try:
            if stat.S_ISSOCK(os.fstat(fd).st_mode):
                socket.socket(fileno=os.dup(fd)).sendall(struct.pack(">I", len(raw)) + raw)
        except OSError:
            pass
