"""Hands in a file of a terabyte that holds nothing.

Expect: intake.too-large
"""


def make(folder):
    with open(folder / "add.py", "wb") as file:
        file.truncate(1 << 40)
