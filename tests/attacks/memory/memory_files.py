"""Fills files that lie in memory and have no name.

Expect: run.memory | run.disk | run.files
Expect BB'CD: run.raised
Assignment: small
"""
import os


def add(a, b, c):
    for _ in range(100):
        fd = os.memfd_create("more")
        for _ in range(15):
            os.write(fd, b"x" * 1_000_000)
    c[:] = a + b
