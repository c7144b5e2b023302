"""Relies on an output that is zero."""


def add(a, b, c):
    c += a + b
