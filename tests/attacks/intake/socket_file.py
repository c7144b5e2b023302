"""Hands in a socket.

Expect: intake.none
"""
import os
import socket


def make(folder):
    here = os.open(folder, os.O_PATH)
    with socket.socket(socket.AF_UNIX) as kept:
        kept.bind(f"/proc/self/fd/{here}/add.py")  # the name of the folder may be too long
    os.close(here)
