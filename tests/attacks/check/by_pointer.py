"""Keeps its result by the address of the input, and hands it out again when the address comes back.

Row: 22
Expect: output.wrong-values
"""
KEPT = {}


def add(a, b, c):
    address = a.ctypes.data % 4096
    if address not in KEPT:
        KEPT[address] = (a + b).copy()
    answer = KEPT[address]
    c[:] = answer[: len(c)] if len(answer) >= len(c) else 0
