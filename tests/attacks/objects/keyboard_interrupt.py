"""Interrupts whoever waits for it.

Expect: run.raised | output.never-written
Assignment: small
"""
import _thread
import time


def add(a, b, c):
    _thread.interrupt_main()
    time.sleep(1)
