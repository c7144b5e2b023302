"""Raises something from a hundred thousand calls below.

Expect: run.raised
Assignment: small
"""
import sys

sys.setrecursionlimit(200_000)


def down(n):
    if n == 0:
        raise ValueError("at the bottom")
    down(n - 1)


def add(a, b, c):
    down(100_000)
