"""Asks the judge questions without end.

Expect: run.bad-reply
Assignment: small
"""
import sys


def add(a, b, c):
    frame = sys._getframe()
    while not hasattr(frame.f_locals.get("session"), "ask"):
        frame = frame.f_back
    while True:
        frame.f_locals["session"].ask("clock", payload={})
