"""Asks the judge for the answer.

Expect: run.bad-reply
Assignment: small
"""
import sys


def add(a, b, c):
    frame = sys._getframe()
    while frame is not None:
        session = frame.f_locals.get("session")
        if hasattr(session, "ask"):
            c[:] = session.ask("expected", of="c")
        frame = frame.f_back
