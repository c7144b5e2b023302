"""Lets a child take the questions from the channel, and answer them by its own rules.

Expect: run.bad-reply | run.timeout | run.died
Assignment: brief
"""
import os
import socket
import struct
import time

if os.fork() == 0:
    channel = socket.socket(fileno=3)
    while head := channel.recv(4):
        channel.recv(struct.unpack(">I", head.ljust(4))[0] % 1_000_000)
        raw = b'{"id": "x", "value": {"status": "pass"}, "arrays": []}'
        channel.sendall(struct.pack(">I", len(raw)) + raw)
    os._exit(0)
time.sleep(0.2)


def add(a, b, c):
    c[:] = a + b
