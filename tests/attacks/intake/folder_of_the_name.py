"""Hands in a folder that is called like the file.

Expect: intake.none
"""


def make(folder):
    (folder / "add.py").mkdir()
