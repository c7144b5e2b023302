"""Returns lists in lists, two hundred thousand deep.

Expect: run.raised | run.died
Assignment: small
"""


def add(a, b, c):
    value = []
    for _ in range(200_000):
        value = [value]
    c[:] = a + b
    return value
