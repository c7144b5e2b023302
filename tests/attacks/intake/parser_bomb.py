"""Hands in a script on which the parser would run out of its stack.

Expect: py.syntax-error
"""


def make(folder):
    (folder / "add.py").write_text("x = " + "(" * 100_000 + ")" * 100_000 + "\ndef add(a, b, c):\n    c[:] = a + b\n")
