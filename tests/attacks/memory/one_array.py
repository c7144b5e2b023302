"""Asks for 20 GB at once.

Expect: run.memory
Assignment: small
"""


def add(a, b, c):
    bytearray(20 << 30)
    c[:] = a + b
