"""Keeps every processor busy from a thread, so that the reference is slow: here no time is judged.

Row: 14
Expect: device.cannot-time
Assignment: timed
"""
import threading


def burn():
    while True:
        pass


threading.Thread(target=burn, daemon=True).start()


def add(a, b, c):
    c[:] = a + b
