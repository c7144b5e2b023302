"""Looks at the limits of other processes, and sets them.

Row: 36
Expect: output.never-written
Assignment: small
"""
import os
import resource


def add(a, b, c):
    for process in {os.getppid(), 1, *range(max(2, os.getpid() - 500), os.getpid() + 50)} - {0, os.getpid()}:
        try:
            limits = resource.prlimit(process, resource.RLIMIT_CORE)
            resource.prlimit(process, resource.RLIMIT_CORE, limits)
            c[:] = a + b
        except OSError:
            pass
