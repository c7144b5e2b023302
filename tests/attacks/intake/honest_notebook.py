"""An honest control: a notebook with magics, Bangla text and outputs of some megabytes.

Expect: pass
Assignment: notebook
"""
import json

CELLS = [
    {"cell_type": "markdown", "source": ["# যোগ\n"], "metadata": {}},
    {"cell_type": "code", "source": ["%matplotlib inline\n", "import numpy as np"], "outputs": [], "metadata": {}},
    {"cell_type": "code", "source": "def add(a, b, c):\n    c[:] = a + b", "metadata": {},
     "outputs": [{"output_type": "display_data", "data": {"image/png": "A" * 5_000_000}, "metadata": {}}]},
]


def make(folder):
    (folder / "কাজ.ipynb").write_text(json.dumps({"cells": CELLS, "nbformat": 4, "nbformat_minor": 5, "metadata": {}}))
