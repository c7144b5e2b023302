"""Leaves daemons that have nothing to do with it any more, and ignore all signals.

Row: 2
Expect: output.never-written
Assignment: small
"""
import os
import signal
import time


def add(a, b, c):
    for _ in range(3):
        if os.fork() == 0:
            try:
                os.setsid()
            except OSError:
                pass
            if os.fork() == 0:
                for number in range(1, 32):
                    try:
                        signal.signal(number, signal.SIG_IGN)
                    except OSError:
                        pass
                os.execvp("sleep", ["sleep", "9871"])
            os._exit(0)
    time.sleep(0.2)
