"""Hands in a zip whose entry is larger than it says.

Expect: intake.bad-zip | intake.too-large
"""
import zipfile


def make(folder):
    path = folder / "add.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("add.py", "#" * 20_000_000)
    size = (20_000_000).to_bytes(4, "little")
    path.write_bytes(path.read_bytes().replace(size, (100).to_bytes(4, "little")))
