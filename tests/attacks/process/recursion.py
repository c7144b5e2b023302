"""Calls itself in native code without end, where the interpreter would stop it.

Expect: run.died | run.raised
Assignment: small
"""
import sys

sys.setrecursionlimit(10**9)  # from Python 3.12 on, another limit holds for native code


class Endless:
    def __repr__(self):
        return repr(self)


def add(a, b, c):
    repr(Endless())
