"""Lets the kernel send a signal to its parent, when something comes on a descriptor.

Row: 40
Expect: output.never-written
Assignment: small
"""
import fcntl
import os
import signal
import socket
import time


def add(a, b, c):
    one, other = socket.socketpair()
    for target in (os.getppid(), -os.getpgid(os.getppid()) if os.getppid() else 1):
        try:
            fcntl.fcntl(one, fcntl.F_SETOWN, target)
            fcntl.fcntl(one, fcntl.F_SETSIG, signal.SIGKILL)
            fcntl.fcntl(one, fcntl.F_SETFL, os.O_ASYNC | os.O_NONBLOCK)
            other.send(b"x")
        except OSError:
            pass
    time.sleep(0.1)
