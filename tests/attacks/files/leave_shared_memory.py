"""Leaves System V shared memory for the next run, which no process owns.

Expect: output.never-written
Runs: 2
Assignment: small
"""
import ctypes

LIBC = ctypes.CDLL(None)
KEY, CREATE = 0x6772_6164, 0o1000
FOUND = LIBC.shmget(KEY, 4096, 0o666) >= 0
LIBC.shmget(KEY, 4096, CREATE | 0o666)


def add(a, b, c):
    if FOUND:
        c[:] = a + b
