"""Starts threads until it may start no more.

Expect: run.processes
Assignment: small
Alone: yes
"""
import threading
import time


def add(a, b, c):
    for _ in range(5000):
        threading.Thread(target=time.sleep, args=(60,), daemon=True).start()
    c[:] = a + b
