"""Starts a process that is no child of its own, but of its parent.

Expect: output.never-written
Assignment: small
"""
import ctypes
import os
import platform

CLONE, PARENT, CHILD_ENDS = 220 if platform.machine() == "aarch64" else 56, 0x8000, 17


def add(a, b, c):
    me = os.getpid()
    ctypes.CDLL(None).syscall(CLONE, PARENT | CHILD_ENDS, 0, 0, 0, 0)
    if os.getpid() != me:
        os.execvp("sleep", ["sleep", "9873"])
