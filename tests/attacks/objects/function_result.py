"""Returns a function, a generator and a file.

Expect: run.raised
Assignment: small
"""


def add(a, b, c):
    c[:] = a + b
    return [add, (i for i in a), open("/dev/null")]
