"""Returns a text of 100 MB.

Expect: run.bad-reply | run.memory
Assignment: small
"""


def add(a, b, c):
    c[:] = a + b
    return "x" * 100_000_000
