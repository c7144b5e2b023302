"""Ends the process with a good exit code once it is called.

Row: 33
Expect: run.died
"""
import os


def add(a, b, c):
    os._exit(0)
