"""Returns a list that contains itself.

Expect: run.raised
Assignment: small
"""


def add(a, b, c):
    ring = []
    ring.append(ring)
    c[:] = a + b
    return ring
