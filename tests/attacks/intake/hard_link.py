"""Hands in a hard link to a file that lies elsewhere.

Row: 45
Expect: intake.none
"""
import os


def make(folder):
    elsewhere = folder.parent / "elsewhere.py"
    elsewhere.write_text("def add(a, b, c):\n    c[:] = a + b\n")
    os.link(elsewhere, folder / "add.py")
