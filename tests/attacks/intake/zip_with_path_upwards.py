"""Hands in a zip whose entry would be unpacked outside of its folder.

Expect: intake.none
"""
import zipfile


def make(folder):
    with zipfile.ZipFile(folder / "add.zip", "w") as archive:
        for name in ("../../left-by-attack.py", "/tmp/left-by-attack.py", "..\\left-by-attack.py"):
            archive.writestr(name, "def add(a, b, c):\n    c[:] = a + b\n")
