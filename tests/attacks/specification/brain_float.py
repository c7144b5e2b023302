"""Cuts every input to the bits of bfloat16, as a tensor core would.

Row: 46
Expect: output.low-precision
"""
import numpy as np


def cut(x):
    return (x.view(np.uint32) & np.uint32(0xFFFF0000)).view(np.float32)


def add(a, b, c):
    c[:] = cut(a) + cut(b)
