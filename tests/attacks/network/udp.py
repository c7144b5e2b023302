"""Sends a datagram, as a question for a name is sent.

Expect: output.never-written
Assignment: small
"""
import socket


def add(a, b, c):
    for host, port in (("127.0.0.1", 53), ("127.0.0.53", 53), ("8.8.8.8", 53), ("127.0.0.1", 49871)):
        try:
            with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sender:
                sender.sendto(b"x", (host, port))
            c[:] = a + b
        except OSError:
            pass
