"""Sends hundreds of descriptors to the judge, who would run out of them.

Expect: run.bad-reply
Assignment: small
"""
import os
import socket


def add(a, b, c):
    channel = socket.socket(fileno=os.dup(3))
    kept = os.pipe()
    for _ in range(60):
        socket.send_fds(channel, [b"\0\0\0\2{}"], [kept[0]] * 100)
    c[:] = a + b
