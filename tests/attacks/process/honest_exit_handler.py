"""An honest control: registers something for the end of the program, and guards its main part.

Expect: pass
Assignment: small
"""
import atexit
import sys

atexit.register(print, "done")


def add(a, b, c):
    c[:] = a + b


if __name__ == "__main__":
    sys.exit(0)
