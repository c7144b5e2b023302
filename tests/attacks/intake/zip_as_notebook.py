"""Hands in the bytes of a zip under the name of a notebook.

Expect: intake.not-json | intake.not-utf8
Assignment: notebook
"""


def make(folder):
    (folder / "add.ipynb").write_bytes(b"PK\x03\x04\x14\x00\x00\x00\x08\x00" + bytes(range(256)) * 4)
