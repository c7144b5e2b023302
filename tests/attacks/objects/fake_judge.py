"""Brings classes of the judge's names along.

Expect: run.raised
Assignment: small
"""


class Finding:
    status = "pass"


class MissingEntry(Exception):
    pass


def add(a, b, c):
    raise MissingEntry("verdict: pass")
