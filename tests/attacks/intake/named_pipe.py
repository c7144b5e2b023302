"""Hands in a pipe, on which a reader would wait for ever.

Expect: intake.none
"""
import os


def make(folder):
    os.mkfifo(folder / "add.py")
