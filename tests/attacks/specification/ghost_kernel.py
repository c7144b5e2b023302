"""Hands in a plain function that launches a kernel, whose result it does not use, where a kernel was asked.

Row: 51
Expect: cuda.not-a-kernel
Assignment: kernel
"""
from numba import cuda


@cuda.jit
def ghost(a):
    pass


def add(a, b, c, n):
    ghost[1, 1](a)
    c[:] = a + b
