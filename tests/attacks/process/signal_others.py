"""Asks whether it could send a signal to anybody else.

Row: 40
Expect: output.never-written
Assignment: small
"""
import os


def add(a, b, c):
    for process in (*range(1, 50), *range(max(1, os.getpid() - 2000), os.getpid() + 100), os.getppid()):
        if process in (0, os.getpid()):
            continue
        try:
            os.kill(process, 0)
            c[:] = a + b
        except OSError:
            pass
