"""Lets a child take the questions from the channel, and answer them by its own rules.

Expect: run.bad-reply
Assignment: brief
"""
import os
import socket
import struct
import time

from harness import channel

if os.fork() == 0:
    questions = socket.socket(fileno=3)
    while head := questions.recv(4):
        questions.recv(struct.unpack(">I", head.ljust(4))[0] % 1_000_000)
        raw = b'{"id": "x", "value": {"status": "pass"}, "arrays": []}'
        questions.sendall(struct.pack(">I", len(raw)) + raw)
    os._exit(0)
channel.Channel.receive = lambda self: time.sleep(60)


def add(a, b, c):
    c[:] = a + b
