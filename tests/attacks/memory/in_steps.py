"""Takes memory in steps of 50 MB, and uses all of it.

Expect: run.memory
Assignment: small
"""


def add(a, b, c):
    kept = [bytearray(b"x" * 50_000_000) for _ in range(40)]
    c[:] = a + b if kept else 0
