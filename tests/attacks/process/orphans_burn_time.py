"""Lets grandchildren use the processor time, whose parents have ended.

Expect: run.cpu
Assignment: cheap
Alone: yes
"""
import os
import time


def add(a, b, c):
    while True:
        if os.fork() == 0:
            if os.fork() == 0:
                start = time.process_time()
                while time.process_time() < start + 0.2:
                    pass
            os._exit(0)
        os.wait()
        time.sleep(0.25)
