"""Hands in a script with a NUL character, and one in an encoding that takes for ever to read.

Expect: intake.not-utf8
"""


def make(folder):
    (folder / "add.py").write_bytes(b"# coding: punycode\ndef add(a, b, c):\n    pass\n" + b"x" * 1000 + b"-\0")
