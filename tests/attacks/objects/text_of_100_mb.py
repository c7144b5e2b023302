"""Raises something with a message of 100 MB.

Expect: run.raised
Assignment: small
"""


def add(a, b, c):
    raise ValueError("x" * 100_000_000)
