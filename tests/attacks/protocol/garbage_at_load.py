"""Sends bytes that are no message, while it is loaded.

Expect: run.bad-reply
Assignment: small
"""
import os

os.write(3, b"GET / HTTP/1.1\r\n\r\n")


def add(a, b, c):
    c[:] = a + b
