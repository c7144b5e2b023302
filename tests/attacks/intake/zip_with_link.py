"""Hands in a zip whose entry is a symbolic link.

Row: 45
Expect: intake.none
"""
import zipfile


def make(folder):
    with zipfile.ZipFile(folder / "add.zip", "w") as archive:
        entry = zipfile.ZipInfo("add.py")
        entry.external_attr = 0o120777 << 16
        archive.writestr(entry, "/etc/passwd")
