"""Defines thousands of functions whose names are nearly the one that is asked for, as many as the judge takes.

Expect: py.missing-function | py.misspelt-function
Assignment: small
"""
for number in range(30_000):
    globals()["adddd" + str(number)] = print
