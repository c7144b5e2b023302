"""Leaves System V message queues and semaphores for the next run, which no process owns.

Expect: output.never-written
Assignment: small
Runs: 2
"""
import ctypes

LIBC = ctypes.CDLL(None)
KEY, CREATE = 0x6772_6164, 0o1000
FOUND = LIBC.msgget(KEY, 0o666) >= 0 or LIBC.semget(KEY, 1, 0o666) >= 0
LIBC.msgget(KEY, CREATE | 0o666)
LIBC.semget(KEY, 1, CREATE | 0o666)


def add(a, b, c):
    if FOUND:
        c[:] = a + b
