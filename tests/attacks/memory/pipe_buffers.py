"""Fills the buffers of pipes, made as large as they can be.

Expect: run.memory | run.files
Assignment: small
"""
import fcntl
import os


def add(a, b, c):
    kept, total = [], 0
    while total < 1_000_000_000:
        kept.append(os.pipe())
        os.set_blocking(kept[-1][1], False)
        try:
            fcntl.fcntl(kept[-1][1], fcntl.F_SETPIPE_SZ, 1 << 20)
        except PermissionError:
            pass
        try:
            while True:
                total += os.write(kept[-1][1], b"x" * 65536)
        except BlockingIOError:
            pass
    c[:] = a + b
