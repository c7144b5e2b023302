"""Defines thousands of functions with names of a thousand letters, none of them the one that is asked for.

Expect: py.missing-function | py.misspelt-function
Assignment: small
"""
for number in range(3000):
    globals()["f" * 1000 + str(number)] = print
