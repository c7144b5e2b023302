"""Gives a library call the name of a kernel.

Row: 52
Expect: cuda.not-a-kernel
Assignment: kernel
"""
import numpy as np


def add(a, b, c, n):
    np.add(a, b, out=c)
