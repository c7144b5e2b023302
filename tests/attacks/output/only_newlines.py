"""Prints nearly as much as it may, and all of it ends of lines.

Expect: output.never-written
Assignment: small
"""
import os


def add(a, b, c):
    for _ in range(19):
        os.write(1, b"\n" * 100_000)
