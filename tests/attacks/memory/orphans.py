"""Lets eight grandchildren take 100 MB each, whose parents have ended.

Expect: run.memory
Assignment: small
Alone: yes
"""
import os
import time


def add(a, b, c):
    for _ in range(8):
        if os.fork() == 0:
            if os.fork() == 0:
                kept = bytearray(b"x" * 100_000_000)
                time.sleep(10)
                os._exit(len(kept) % 2)
            os._exit(0)
        os.wait()
    time.sleep(2)
    c[:] = a + b
