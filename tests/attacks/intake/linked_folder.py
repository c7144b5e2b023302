"""Hands in a folder that is a link to another student's.

Row: 45
Expect: intake.none
"""


def make(folder):
    other = folder.parent / "other"
    other.mkdir()
    (other / "add.py").write_text("def add(a, b, c):\n    c[:] = a + b\n")
    folder.rmdir()
    folder.symlink_to(other)
