"""Connects to a service of the judge's machine.

Expect: output.never-written
Assignment: small
"""
import socket


def add(a, b, c):
    for family, host in ((socket.AF_INET, "127.0.0.1"), (socket.AF_INET6, "::ffff:127.0.0.1")):
        try:
            with socket.socket(family) as connection:
                connection.settimeout(1)
                connection.connect((host, 49871))
            c[:] = a + b
        except OSError:
            pass
