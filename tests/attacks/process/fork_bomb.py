"""Starts processes that start processes.

Expect: run.processes | run.cpu | run.timeout
Assignment: brief
Alone: yes
"""
import os


def add(a, b, c):
    while True:
        try:
            os.fork()
        except OSError:
            pass
