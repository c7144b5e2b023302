"""Raises its own limits, and its priority above that of the judge.

Row: 14
Expect: output.never-written
Assignment: small
"""
import os
import resource


def add(a, b, c):
    for kind in range(16):
        soft, hard = resource.getrlimit(kind)
        if hard != resource.RLIM_INFINITY:
            try:
                resource.setrlimit(kind, (soft, hard + 1))
                c[:] = a + b
            except (OSError, ValueError):
                pass
    for change in (lambda: os.nice(-5), lambda: os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(10))):
        try:
            change()
            c[:] = a + b
        except OSError:
            pass
