"""Changes mode, times, owner and attributes of a file of the judge's.

Expect: output.never-written
Assignment: small
"""
import os
import sys

FOLDER = os.path.dirname(sys.modules["harness"].__file__)
PATHS = [f"{FOLDER}/../../victim", f"{FOLDER}/serve.py"]
CHANGES = [
    lambda path: os.chmod(path, 0o600),
    lambda path: os.utime(path, (1, 1)),
    lambda path: os.chown(path, os.getuid(), os.getgid()),
    lambda path: os.setxattr(path, "user.left", b"1"),
]


def add(a, b, c):
    for path in PATHS:
        for change in CHANGES:
            try:
                before = os.stat(path), os.listxattr(path)
                change(path)
                if (os.stat(path), os.listxattr(path)) != before:
                    c[:] = a + b
            except OSError:
                pass
