"""Locks memory, so that the machine can never take it back.

Expect: output.never-written
Assignment: small
"""
import ctypes

LIBC = ctypes.CDLL(None)
SIZE = 50_000_000


def add(a, b, c):
    room = ctypes.create_string_buffer(SIZE)
    if LIBC.mlock(room, SIZE) == 0 or LIBC.mlockall(1) == 0:
        c[:] = a + b
