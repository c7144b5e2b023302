"""Makes a file of a terabyte that holds nothing, and lets it be read.

Expect: run.disk
Assignment: small
"""
import os


def add(a, b, c):
    with open("sparse", "wb") as file:
        os.ftruncate(file.fileno(), 1 << 40)
    c[:] = a + b
