"""Two at a time: each leaves a file in every folder that it can, and looks for the other's.

Expect: output.never-written
Copies: 2
Assignment: small
"""
import glob
import os
import time

NAME = f"left-by-attack-{os.urandom(8).hex()}"
PLACES = ["/tmp", "/dev/shm", "/var/tmp", "/run", ".", "..", os.environ["HOME"] + "/.."]


def add(a, b, c):
    for place in PLACES:
        try:
            open(f"{place}/{NAME}", "x").close()
        except OSError:
            pass
    end = time.monotonic() + 1.2
    while time.monotonic() < end:
        for place in (*PLACES, "../*", "/tmp/*/boxes/*", "/tmp/*/*/boxes/*"):
            if any(NAME not in path for path in glob.glob(f"{place}/left-by-attack-*")):
                c[:] = a + b
        time.sleep(0.05)
