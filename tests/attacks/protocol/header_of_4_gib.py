"""Announces a message of 4 GiB.

Expect: run.bad-reply
Assignment: small
"""
import os


def add(a, b, c):
    os.write(3, b"\xff\xff\xff\xff" + b"x" * 100)
    c[:] = a + b
