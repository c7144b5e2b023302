"""Sends bytes that are no message.

Expect: run.bad-reply
Assignment: small
"""
import os


def add(a, b, c):
    os.write(3, b"\xff" * 64)
    c[:] = a + b
