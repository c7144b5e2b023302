"""Hands in a symbolic link to the folder of the reference, as an archive that was unpacked would have one.

Row: 45
Expect: intake.none
"""
from pathlib import Path


def make(folder):
    (folder / "homework").symlink_to(Path(__file__).parents[1] / "course/reference/add")
