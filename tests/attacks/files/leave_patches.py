"""Patches modules, so that the next run begins in a process that is its own.

Row: 31
Expect: output.never-written
Runs: 3
Assignment: small
"""
import builtins
import json
import sys

import numpy

FOUND = [thing for thing in (numpy, builtins, json, sys) if hasattr(thing, "left_by_attack")]
for thing in (numpy, builtins, json, sys):
    thing.left_by_attack = True


def add(a, b, c):
    if FOUND:
        c[:] = a + b
