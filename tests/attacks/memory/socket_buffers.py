"""Fills the buffers of sockets, which belong to the kernel.

Expect: run.memory | run.files
Assignment: small
"""
import socket


def add(a, b, c):
    kept, total = [], 0
    while total < 3_000_000_000:
        pair = socket.socketpair()
        kept.append(pair)
        pair[0].setblocking(False)
        pair[0].setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 1 << 30)
        try:
            while True:
                total += pair[0].send(b"x" * 65536)
        except BlockingIOError:
            pass
    c[:] = a + b
