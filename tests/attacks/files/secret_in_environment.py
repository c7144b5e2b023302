"""Looks for the judge's environment, in its own and in those of other processes.

Row: 21, 36
Expect: output.never-written
Assignment: small
"""
import os

SECRET = bytes.fromhex("544f505345435245542d37663361")


def add(a, b, c):
    found = [f"{key}={value}".encode() for key, value in os.environ.items()]
    for process in (1, os.getppid(), *range(2, os.getpid())):
        if process != os.getpid():
            try:
                found.append(open(f"/proc/{process}/environ", "rb").read())
            except OSError:
                pass
    if any(SECRET in text for text in found):
        c[:] = a + b
