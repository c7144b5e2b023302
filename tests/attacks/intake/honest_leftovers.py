"""An honest control: a folder with what editors and systems leave in it.

Expect: pass
"""


def make(folder):
    (folder / "add.py").write_text("def add(a, b, c):\n    c[:] = a + b\n")
    (folder / "__pycache__").mkdir()
    (folder / "__pycache__" / "add.cpython-311.pyc").write_bytes(b"\0")
    (folder / ".DS_Store").write_bytes(b"\0")
    (folder / "data.csv").write_text("1,2\n")
