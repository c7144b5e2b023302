"""Leaves through the front door.

Row: 33
Expect: run.raised
Assignment: small
"""
import sys


def add(a, b, c):
    sys.exit(0)
