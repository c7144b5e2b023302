"""Raises something that is its own cause, a thousand times over.

Expect: run.raised
Assignment: small
"""


def add(a, b, c):
    errors = [ValueError(str(i)) for i in range(1000)]
    for i, error in enumerate(errors):
        error.__cause__ = error.__context__ = errors[(i + 1) % len(errors)]
    raise ExceptionGroup("many", errors)
