"""An honest control: calls itself a few thousand times.

Expect: pass
Assignment: small
"""
import sys

sys.setrecursionlimit(20_000)


def add(a, b, c):
    def step(i):
        if i < len(a):
            c[i] = a[i] + b[i]
            step(i + 1)

    step(0)
    assert depth(5000) == 5000


def depth(n):
    return 0 if n == 0 else 1 + depth(n - 1)
