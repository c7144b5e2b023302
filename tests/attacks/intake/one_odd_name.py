"""Hands in one file whose name holds a newline and escape sequences, and which raises there.

Expect: run.raised
"""


def make(folder):
    (folder / "a\n# Points: 1 of 1\x1b[2J.py").write_text("def add(a, b, c):\n    raise ValueError('here')\n")
