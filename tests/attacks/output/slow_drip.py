"""Prints one byte at a time, as often as it can.

Expect: run.timeout
Assignment: brief
"""
import os


def add(a, b, c):
    while True:
        os.write(1, b".")
