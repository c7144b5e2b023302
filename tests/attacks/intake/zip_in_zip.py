"""Hands in a zip in a zip, a hundred deep.

Expect: intake.none
"""
import io
import zipfile


def make(folder):
    data = b"def add(a, b, c): c[:] = a + b"
    for number in range(100):
        buffer = io.BytesIO()
        with zipfile.ZipFile(buffer, "w") as archive:
            archive.writestr("add.zip" if number else "add.py", data)
        data = buffer.getvalue()
    (folder / "add.zip").write_bytes(data)
