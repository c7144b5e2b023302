"""An honest control: a zip with a folder in it, made on a Mac.

Expect: pass
"""
import zipfile


def make(folder):
    with zipfile.ZipFile(folder / "homework.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("homework/add.py", "def add(a, b, c):\n    c[:] = a + b\n")
        archive.writestr("__MACOSX/homework/._add.py", b"\0\5\x16\7")
        archive.writestr("homework/notes.txt", "done")
