"""Returns half a surrogate pair.

Expect: run.bad-reply
Assignment: small
"""


def add(a, b, c):
    c[:] = a + b
    return "\ud800"
