"""Opens the judge's file by its full path, which it takes from the command line of its own process.

Expect: output.never-written
Assignment: small
"""
import os
import re
import sys

PATHS = [os.path.dirname(sys.modules["harness"].__file__)]
try:
    PATHS += re.findall(r'"folder": "([^"]+)"', open("/proc/self/cmdline").read())
except OSError:
    pass


def add(a, b, c):
    for path in PATHS:
        for up in ("..", "../..", "../../.."):
            try:
                open(f"{path}/{up}/victim").read()
            except OSError:
                continue
            c[:] = a + b
