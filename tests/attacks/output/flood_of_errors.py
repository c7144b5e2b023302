"""Prints errors without end, and no line ever ends.

Expect: run.output
Assignment: small
"""
import sys


def add(a, b, c):
    while True:
        sys.stderr.write("y" * 65536)
