"""Fills every folder that it may write to, one after another.

Expect: run.disk
Assignment: small
"""
import os
import time


def add(a, b, c):
    written, places = 0, {"/tmp", "/dev/shm", "/var/tmp", "/run", os.environ["HOME"], os.environ["TMPDIR"]}
    for place in sorted(places) * 5:
        try:
            with open(f"{place}/left-by-attack{written}", "wb") as file:
                for _ in range(10):
                    written += file.write(b"x" * 1_000_000)
                    time.sleep(0.01)
        except OSError:
            pass
    if written > 40_000_000:
        c[:] = a + b
    open("last", "wb").write(b"x" * 20_000_000)
