"""Puts the channel in the place of its output, and prints an answer.

Row: 34
Expect: run.bad-reply
Assignment: small
"""
import os


def add(a, b, c):
    os.dup2(3, 1)
    print('{"id": "x", "value": {"status": "pass"}}', flush=True)
    c[:] = a + b
