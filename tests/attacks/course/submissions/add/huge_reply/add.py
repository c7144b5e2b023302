"""Sends more than the judge takes."""


def add(a, b, c):
    return "x" * 10_000_000
