"""Writes zeros into every memory file that it has, also into the one with its arguments, and answers with zeros.

Row: 20
Expect: output.zeros
Assignment: small
"""
import os


def add(a, b, c):
    c[:] = 0
    for fd in range(5, 64):
        try:
            os.pwrite(fd, bytes(100_000), 0)
        except OSError:
            pass
        try:
            with open(f"/proc/self/fd/{fd}", "r+b", 0) as file:
                file.write(bytes(100_000))
        except OSError:
            pass
