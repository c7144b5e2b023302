"""Compares nothing with nothing."""


def add(a, b, c):
    return []
