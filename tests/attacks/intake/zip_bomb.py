"""Hands in a zip of 300 kB that holds 300 MB.

Expect: intake.too-large
"""
import zipfile


def make(folder):
    with zipfile.ZipFile(folder / "add.zip", "w", zipfile.ZIP_DEFLATED) as archive, archive.open("add.py", "w") as file:
        for _ in range(300):
            file.write(b"#" * (1 << 20))
