"""Takes too much memory while it is loaded.

Expect: run.memory
Assignment: small
"""
KEPT = [bytearray(b"x" * 50_000_000) for _ in range(40)]


def add(a, b, c):
    c[:] = a + b
