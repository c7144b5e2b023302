"""Hands in a notebook under the name of a script.

Expect: py.missing-function
"""
import json


def make(folder):
    cell = {"cell_type": "code", "source": "def add(a, b, c): pass", "outputs": [], "metadata": {}}
    (folder / "add.py").write_text(json.dumps({"cells": [cell], "nbformat": 4, "nbformat_minor": 5, "metadata": {}}))
