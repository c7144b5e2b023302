"""Leaves files wherever it can, for the next run to find them.

Expect: output.never-written
Runs: 2
Assignment: small
"""
import os

PLACES = ["/tmp", "/dev/shm", "/var/tmp", os.environ["HOME"], os.environ["TMPDIR"], "/", "/run", "/mnt", "..", "."]
PATHS = [f"{place}/left-by-attack" for place in PLACES]
FOUND = [path for path in PATHS if os.path.exists(path)]
for path in PATHS:
    try:
        open(path, "x").close()
    except OSError:
        pass


def add(a, b, c):
    if FOUND:
        c[:] = a + b
