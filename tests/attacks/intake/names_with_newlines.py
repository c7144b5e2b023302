"""Hands in files whose names would be commands, lines of a report, or no text at all.

Expect: intake.several
"""
import os

NAMES = [b"a\nb.py", b"$(touch left-by-attack).py", b"; rm -rf $HOME.py", b"\xff\xfe.py", b"<script>.py", b"\x1b[31m.py"]


def make(folder):
    for name in NAMES:
        with open(os.path.join(os.fsencode(folder), name), "w") as file:
            file.write("def add(a, b, c):\n    pass\n")
