"""Walks through all folders for temporary files and reads what the judge has put there.

Expect: output.never-written | run.timeout
Assignment: small
"""
import os
import sys

SECRET = bytes.fromhex("746865206a756467652773206f776e")
PLACES = [os.path.dirname(sys.modules["harness"].__file__) + "/../..", "/tmp", "/var/tmp", "/dev/shm", "/run", "/home"]


def add(a, b, c):
    for place in PLACES:
        for folder, _, files in os.walk(place):
            for name in files:
                try:
                    if SECRET in open(os.path.join(folder, name), "rb").read(1000):
                        c[:] = a + b
                        return
                except OSError:
                    pass
