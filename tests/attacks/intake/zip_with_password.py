"""Hands in a zip that says that it is encrypted.

Expect: intake.bad-zip
"""
import zipfile


def make(folder):
    path = folder / "add.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("add.py", "def add(a, b, c): c[:] = a + b")
    data = bytearray(path.read_bytes())
    for sign, place in ((b"PK\3\4", 6), (b"PK\1\2", 8)):
        data[data.index(sign) + place] |= 1
    path.write_bytes(data)
