"""Hands in a zip of a hundred thousand entries.

Expect: intake.bad-zip
"""
import zipfile


def make(folder):
    with zipfile.ZipFile(folder / "add.zip", "w") as archive:
        for number in range(100_000):
            archive.writestr(zipfile.ZipInfo(f"{number}.py"), "")
