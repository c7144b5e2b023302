"""Sends more than the judge takes.

Expect: run.bad-reply
Assignment: small
"""


def add(a, b, c):
    return "x" * 10_000_000
