"""Writes into the pipe by which the judge learns where a process hangs.

Expect: run.timeout
Assignment: brief
"""
import os


def add(a, b, c):
    while True:
        try:
            os.write(4, b'  File "/etc/shadow", line 99999999999999999999 in \xff\n' * 1000)
        except OSError:
            os.close(4)
