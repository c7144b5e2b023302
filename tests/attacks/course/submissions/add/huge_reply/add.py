"""Sends more than the judge takes."""


def add(a, b, c):
    return list(range(2_000_000))
