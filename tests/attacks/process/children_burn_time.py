"""Lets children use the processor time, one short-lived child after another.

Expect: run.cpu
Assignment: cheap
"""
import os
import time


def add(a, b, c):
    while True:
        if os.fork() == 0:
            start = time.process_time()
            while time.process_time() < start + 0.2:
                pass
            os._exit(0)
        os.wait()
