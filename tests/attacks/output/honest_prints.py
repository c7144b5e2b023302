"""An honest control: prints a progress line for every element, and a warning in Bangla.

Expect: pass
Assignment: small
"""
import logging
import sys
import warnings


def add(a, b, c):
    for i in range(len(a)):
        c[i] = a[i] + b[i]
        print(f"\rprogress {i}/{len(a)} " + "#" * 50, end="")
    print("সতর্কতা: কাজ শেষ", file=sys.stderr, flush=True)
    logging.warning("done")
    warnings.warn("old function")
