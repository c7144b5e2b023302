"""Returns an integer of 4000 digits.

Expect: run.bad-reply
Assignment: small
"""


def add(a, b, c):
    c[:] = a + b
    return 10**4000
