"""Leaves out the bounds guard, which a size that fits its blocks would not show.

Row: 53
Expect: cuda.bounds-guard
Assignment: kernel
"""
from numba import cuda


@cuda.jit
def add(a, b, c, n):
    i = cuda.grid(1)
    c[i] = a[i] + b[i]
