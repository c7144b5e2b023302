"""Hands in a zip in which two files have the same name, so that two readers would see two programs.

Expect: output.never-written
"""
import warnings
import zipfile


def make(folder):
    with zipfile.ZipFile(folder / "add.zip", "w") as archive, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        archive.writestr("add.py", "def add(a, b, c):\n    c[:] = a + b\n")
        archive.writestr("add.py", "def add(a, b, c):\n    pass\n")
