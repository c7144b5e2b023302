"""Hands in a folder that is far deeper than any path may be.

Expect: intake.none
"""
import os


def make(folder):
    here = os.open(folder, os.O_PATH)
    for _ in range(200):
        os.mkdir("d" * 100, dir_fd=here)
        below = os.open("d" * 100, os.O_PATH, dir_fd=here)
        os.close(here)
        here = below
    os.close(here)
