"""An honest control: starts programs, reads what they print, and forks.

Expect: pass
"""
import os
import subprocess
import sys

import numpy as np


def add(a, b, c):
    done = subprocess.run([sys.executable, "-c", "print(6 * 7)"], capture_output=True, text=True, check=True)
    assert done.stdout == "42\n"
    assert subprocess.getoutput("echo $((1 + 1))") == "2"
    read, write = os.pipe()
    if os.fork() == 0:
        os.write(write, (a + b).tobytes())
        os._exit(0)
    os.wait()
    c[:] = np.frombuffer(os.read(read, a.nbytes), a.dtype)
