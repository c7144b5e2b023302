"""An honest control: asks the machine for its processors and memory, as libraries do.

Expect: pass
Assignment: small
"""
import os
import platform
import sys

import numpy as np


def add(a, b, c):
    for path in ("/proc/cpuinfo", "/proc/meminfo", "/proc/self/status"):
        try:
            open(path).read()
        except FileNotFoundError:
            pass
    os.cpu_count(), platform.platform(), os.path.exists("/dev/nvidia0"), sys.version, os.getcwd(), os.environ.get("X")
    open("/dev/urandom", "rb").read(8), open("/dev/null", "w").write("x")
    np.add(a, b, out=c)
