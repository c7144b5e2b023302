"""Prints without end, past Python.

Expect: run.output
Assignment: small
"""
import os


def add(a, b, c):
    while True:
        os.write(1, b"x" * 1_000_000)
