"""Prints nearly as much as it may: carriage returns, backspaces and the beginnings of escape sequences.

Expect: output.never-written
Assignment: small
"""
import os


def add(a, b, c):
    for part in (b"\r", b"\x08", b"\x1b]", b"\x1b[", b"\x1b[0;0;0;0", b"x\r\n"):
        os.write(1, part * (300_000 // len(part)))
