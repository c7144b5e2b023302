"""Is right by chance, and hopes to be lucky.

Row: 43
Expect: output.last-wrong | output.not-repeatable
Assignment: often
"""
import random


def add(a, b, c):
    c[:] = a + b
    if random.random() < 0.9:
        c[-1] = 0
