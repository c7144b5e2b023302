"""Takes all that it can get, and goes on when there is no more.

Expect: run.memory | run.timeout
Assignment: small
"""


def add(a, b, c):
    kept = []
    while True:
        try:
            kept.append(bytearray(b"x" * 1_000_000))
        except MemoryError:
            pass
