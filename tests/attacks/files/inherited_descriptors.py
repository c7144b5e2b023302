"""Looks at every open descriptor for a folder, a file or a socket of the judge's.

Row: 34
Expect: output.never-written
Assignment: small
"""
import os
import stat


def add(a, b, c):
    for fd in range(5, 1024):
        try:
            found = os.fstat(fd)
        except OSError:
            continue
        if stat.S_ISDIR(found.st_mode) or stat.S_ISSOCK(found.st_mode) or (stat.S_ISREG(found.st_mode) and found.st_nlink):
            c[:] = a + b
