"""Registers a handler that ends the process well, and leaves.

Row: 33
Expect: run.raised
Assignment: small
"""
import atexit
import os

atexit.register(os._exit, 0)


def add(a, b, c):
    raise SystemExit(0)
