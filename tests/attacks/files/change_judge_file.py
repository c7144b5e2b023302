"""Writes to, empties, renames, links and removes a file of the judge's.

Row: 39
Expect: output.never-written
Assignment: small
"""
import os
import sys

VICTIM = os.path.dirname(sys.modules["harness"].__file__) + "/../../victim"
CHANGES = [
    lambda: open(VICTIM, "r+").close(),
    lambda: os.truncate(VICTIM, 0),
    lambda: os.link(VICTIM, "mine"),
    lambda: os.rename(VICTIM, VICTIM + "2"),
    lambda: os.unlink(VICTIM),
]


def add(a, b, c):
    for change in CHANGES:
        try:
            change()
            c[:] = a + b
        except OSError:
            pass
