"""Computes one element of ten."""


def add(a, b, c):
    c[:] = a
    c[::10] = a[::10] + b[::10]
