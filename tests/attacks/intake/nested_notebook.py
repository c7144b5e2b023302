"""Hands in a notebook that is nested three million deep.

Expect: intake.too-deep
Assignment: notebook
"""


def make(folder):
    (folder / "add.ipynb").write_bytes(b'{"cells":' + b"[" * 3_000_000 + b"]" * 3_000_000 + b"}")
