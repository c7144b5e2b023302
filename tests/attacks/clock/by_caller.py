"""Looks at its callers for a sign that it is timed, and skips the work in that case.

Row: 8
Expect: output.never-written
"""
import inspect
import sys


def add(a, b, c):
    names = {frame.function for frame in inspect.stack()} | set(sys.argv)
    if names & {"check", "test", "validate", "correctness"}:
        c[:] = a + b
