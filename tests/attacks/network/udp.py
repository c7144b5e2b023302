"""Sends a datagram, as a question for a name is sent.

Expect: output.never-written
Assignment: small
"""
import socket


def add(a, b, c):
    for host, port in (("127.0.0.1", 53), ("127.0.0.53", 53), ("8.8.8.8", 53), ("127.0.0.1", 49871)):
        try:
            with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sender:
                sender.settimeout(0.2)
                sender.connect((host, port))
                sender.send(b"x")
                if not host.startswith("127."):
                    c[:] = a + b  # it has left
                sender.recv(1)
            c[:] = a + b
        except OSError:
            pass
