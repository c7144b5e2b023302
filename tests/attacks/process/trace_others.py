"""Attaches to other processes, and reads their memory by system calls.

Row: 35, 36
Expect: output.never-written
Assignment: small
"""
import ctypes
import os
import platform

LIBC = ctypes.CDLL(None)
ATTACH, SEIZE = 16, 0x4206
READ, GET_FD = (270, 438) if platform.machine() == "aarch64" else (310, 438)


def add(a, b, c):
    for process in {1, os.getppid(), *range(max(2, os.getpid() - 500), os.getpid() + 50)} - {os.getpid(), 0}:
        for request in (ATTACH, SEIZE):
            if LIBC.ptrace(request, process, 0, 0) == 0:
                c[:] = a + b
        if LIBC.syscall(READ, process, None, 0, None, 0, 0) >= 0:
            c[:] = a + b
        try:
            if LIBC.syscall(GET_FD, os.pidfd_open(process), 3, 0) >= 0:
                c[:] = a + b
        except OSError:
            pass
