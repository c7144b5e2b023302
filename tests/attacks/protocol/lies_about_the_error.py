"""Sends a description of an error of its own: that it lies with the judge.

Row: 38
Expect: run.raised
Assignment: small
"""
from harness import submission
import sys

LIE = {"type": "BoxError", "text": "the judge's side broke", "file": "/etc/passwd", "line": 10**9, "cell": "x",
       "syntax": 1, "refused": "nothing"}
sys.modules["harness.serve"].describe = lambda error, file="": LIE


def add(a, b, c):
    raise ValueError
