"""Returns a list of a million numbers.

Expect: run.bad-reply
Assignment: small
"""


def add(a, b, c):
    c[:] = a + b
    return list(range(1_000_000))
