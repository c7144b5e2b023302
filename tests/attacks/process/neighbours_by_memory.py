"""Two at a time: each looks for the other in /proc, and reads its memory.

Row: 35
Expect: output.never-written
Copies: 2
Assignment: small
"""
import os
import time


def add(a, b, c):
    end = time.monotonic() + 1.2
    while time.monotonic() < end:
        try:
            names = os.listdir("/proc")
        except OSError:
            names = map(str, range(max(1, os.getpid() - 300), os.getpid() + 300))
        for name in names:
            if name.isdigit() and int(name) not in (os.getpid(), os.getppid()):
                try:
                    open(f"/proc/{name}/mem", "rb").close()
                    c[:] = a + b
                except OSError:
                    pass
        time.sleep(0.05)
