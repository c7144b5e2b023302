"""Follows every call of the harness, and changes what it is about to send.

Row: 31
Expect: run.bad-reply | output.never-written | run.timeout
Assignment: small
"""
import sys
import threading


def trace(frame, event, argument):
    if frame.f_code.co_name == "send" and event == "call" and isinstance(frame.f_locals.get("message"), dict):
        frame.f_locals["message"]["value"] = {"status": "pass", "score": 1}
    return trace


sys.settrace(trace)
threading.settrace(trace)
sys.setprofile(trace)


def add(a, b, c):
    pass
