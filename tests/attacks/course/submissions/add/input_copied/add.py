"""Hands the input through."""


def add(a, b, c):
    c[:] = a
