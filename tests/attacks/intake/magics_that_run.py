"""Hands in a notebook with magics that would run something on the judge's machine.

Expect: output.never-written
Assignment: notebook
"""
import json

SOURCE = """!touch /tmp/left-by-attack-shell
%system touch /tmp/left-by-attack-shell
%run /etc/passwd
def add(a, b, c):
    get_ipython().system("touch /tmp/left-by-attack-shell")
"""


def make(folder):
    cell = {"cell_type": "code", "source": SOURCE, "outputs": [], "metadata": {}}
    (folder / "add.ipynb").write_text(json.dumps({"cells": [cell], "nbformat": 4, "nbformat_minor": 5, "metadata": {}}))
