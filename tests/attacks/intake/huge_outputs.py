"""Hands in a notebook with 18 MB of outputs.

Expect: intake.too-large
Assignment: notebook
"""
import json


def make(folder):
    outputs = [{"output_type": "stream", "name": "stdout", "text": "x" * 18_000_000}]
    cell = {"cell_type": "code", "source": "def add(a, b, c):\n    c[:] = a + b", "outputs": outputs, "metadata": {}}
    (folder / "add.ipynb").write_text(json.dumps({"cells": [cell], "nbformat": 4, "nbformat_minor": 5, "metadata": {}}))
