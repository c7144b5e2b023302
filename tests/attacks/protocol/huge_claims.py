"""Claims more than the judge takes.

Expect: run.bad-reply
Assignment: small
"""
import sys


def add(a, b, c):
    frame = sys._getframe()
    while frame is not None:
        session = frame.f_locals.get("session")
        if hasattr(session, "claims"):
            session.claims["names"] = ["x" * 1000] * 10_000
        frame = frame.f_back
    c[:] = a + b
