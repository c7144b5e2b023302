"""Two at a time: each looks for the other, and whether it could kill it.

Row: 40
Expect: output.never-written
Copies: 2
Assignment: small
"""
import os
import time

MINE = set()


def add(a, b, c):
    end = time.monotonic() + 1.2
    while time.monotonic() < end and not MINE:
        for process in (*range(1, 50), *range(max(1, os.getpid() - 1000), os.getpid() + 1000)):
            if process not in (os.getpid(), os.getppid()):
                try:
                    os.kill(process, 0)
                    MINE.add(process)
                except OSError:
                    pass
    if MINE:
        c[:] = a + b
