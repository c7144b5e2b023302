"""Writes one file without end.

Expect: run.disk
Assignment: small
"""


def add(a, b, c):
    with open("large", "wb") as file:
        for _ in range(500):
            file.write(b"x" * 1_000_000)
    c[:] = a + b
