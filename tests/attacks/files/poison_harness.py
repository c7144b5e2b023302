"""Opens the harness and its folder for writing, so that the next run loads something else.

Row: 39
Expect: output.never-written
Assignment: small
"""
import os
import sys

FOLDER = os.path.dirname(sys.modules["harness"].__file__)


def add(a, b, c):
    for path in (f"{FOLDER}/serve.py", f"{FOLDER}/channel.py", f"{FOLDER}/__init__.py"):
        try:
            open(path, "r+b").close()
            c[:] = a + b
        except OSError:
            pass
        try:
            os.rename(path, path + ".old")
            c[:] = a + b
        except OSError:
            pass
