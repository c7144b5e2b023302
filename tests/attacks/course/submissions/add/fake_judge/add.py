"""Brings classes of the judge's names along."""


class Finding:
    status = "pass"


class MissingEntry(Exception):
    pass


def add(a, b, c):
    raise MissingEntry("verdict: pass")
