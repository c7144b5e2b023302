"""Takes memory as shared mappings, which are not counted as a process's own data.

Expect: run.memory
Assignment: small
"""
import mmap
import time


def add(a, b, c):
    kept = []
    for _ in range(20):
        kept.append(mmap.mmap(-1, 50_000_000))
        for place in range(0, 50_000_000, 4096):
            kept[-1][place] = 1
    time.sleep(0.3)
    c[:] = a + b
