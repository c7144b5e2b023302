"""An honest control: catches what it prints, and puts everything back.

Expect: pass
Assignment: small
"""
import contextlib
import io
import os
import sys


def add(a, b, c):
    kept = io.StringIO()
    with contextlib.redirect_stdout(kept):
        print("hidden")
    saved = os.dup(1)
    with open("out.txt", "wb") as file:
        os.dup2(file.fileno(), 1)
        os.system("echo from a program")
        os.dup2(saved, 1)
    os.close(saved)
    assert kept.getvalue() == "hidden\n" and open("out.txt").read() == "from a program\n"
    sys.stdout.write("shown\n")
    c[:] = a + b
