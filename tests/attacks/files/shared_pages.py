"""Looks for memory that it shares with the process that it was forked from.

Row: 31
Expect: output.never-written
Expect B': py.no-such-file
Assignment: small
"""


def add(a, b, c):
    for line in open("/proc/self/maps"):
        rights, name = line.split()[1], line.split(maxsplit=5)[5:]
        if "w" in rights and "s" in rights and "memfd:arrays" not in "".join(name):
            c[:] = a + b
