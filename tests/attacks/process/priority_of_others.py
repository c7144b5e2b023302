"""Changes the priority of other processes: a slow judge makes a fast student.

Row: 14
Expect: output.never-written
Assignment: small
"""
import os


def add(a, b, c):
    for process in {os.getppid(), 1, *range(max(2, os.getpid() - 500), os.getpid() + 50)} - {0, os.getpid()}:
        for change in (
            lambda: os.setpriority(os.PRIO_PROCESS, process, os.getpriority(os.PRIO_PROCESS, process)),
            lambda: os.sched_setscheduler(process, os.SCHED_BATCH, os.sched_param(0)),
            lambda: os.sched_setaffinity(process, os.sched_getaffinity(process)),
        ):
            try:
                change()
                c[:] = a + b
            except OSError:
                pass
