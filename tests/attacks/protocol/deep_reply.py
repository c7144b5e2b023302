"""Sends something that is nested too deeply to take apart.

Expect: run.bad-reply
Assignment: small
"""


def add(a, b, c):
    value = []
    for _ in range(100):
        value = [value]
    return value
