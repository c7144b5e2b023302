"""Connects to a socket of the judge's that has a name, but lies in no folder.

Expect: output.never-written
Assignment: small
"""
import socket


def add(a, b, c):
    try:
        with socket.socket(socket.AF_UNIX) as connection:
            connection.connect("\0grader-attacks")
        c[:] = a + b
    except OSError:
        pass
