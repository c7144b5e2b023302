"""Sends messages without end.

Expect: run.bad-reply
Assignment: small
"""
import os


def add(a, b, c):
    while True:
        os.write(3, b"\0\0\0\2{}" * 10_000)
