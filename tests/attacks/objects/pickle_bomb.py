"""Hopes that the judge unpickles.

Row: 37
Expect: run.raised
Assignment: small
"""
import os


class Bomb:
    def __reduce__(self):
        return os.system, ("touch /tmp/grader-was-fooled",)


def add(a, b, c):
    return Bomb()
