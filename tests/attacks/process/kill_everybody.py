"""Kills its parent, its parent's group and everybody else that it may.

Row: 40
Expect: output.never-written
"""
import os
import signal


def add(a, b, c):
    targets = [(os.kill, os.getppid()), (os.killpg, os.getpgid(os.getppid()) if os.getppid() else 0), (os.kill, -1)]
    for kill, target in targets:
        try:
            if target not in (0, os.getpgrp()):
                kill(target, signal.SIGKILL)
        except OSError:
            pass
