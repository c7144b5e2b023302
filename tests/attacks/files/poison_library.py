"""Opens the files of libraries for writing, and puts new ones beside them.

Row: 39
Expect: output.never-written
Assignment: small
"""
import os
import sys

import numpy

FILES = [numpy.__file__, os.__file__, sys.executable, "/etc/passwd", "/etc/ld.so.preload"]
NEW = [os.path.dirname(numpy.__file__) + "/left-by-attack.py", os.path.dirname(os.__file__) + "/left-by-attack.pth"]


def add(a, b, c):
    for path, mode in [(path, "r+b") for path in FILES] + [(path, "xb") for path in NEW]:
        try:
            open(path, mode).close()
            c[:] = a + b
            if mode == "xb":
                os.unlink(path)
        except OSError:
            pass
