"""Hands in a symbolic link to the reference.

Row: 45
Expect: intake.none
"""
from pathlib import Path


def make(folder):
    reference = Path(__file__).parents[1] / "course/reference/add/solution.py"
    (folder / "add.py").symlink_to(reference)
