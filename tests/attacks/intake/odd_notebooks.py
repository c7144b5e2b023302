"""Hands in a notebook whose cells are none.

Expect: intake.not-a-notebook
Assignment: notebook
"""


def make(folder):
    (folder / "add.ipynb").write_text('{"cells": [{"cell_type": "code", "source": {"x": [1e999, -0.0]}}, 7, null]}')
