"""Fails on purpose in its kernel and lets a library do the work, where a kernel was asked.

Row: 50
Expect: cuda.not-a-kernel
Assignment: kernel
"""
from numba import cuda


@cuda.jit
def broken(a, b, c, n):
    raise ValueError


def add(a, b, c, n):
    try:
        broken[1, 1](a, b, c, n)
    except Exception:
        pass
    c[:] = a + b
