"""Makes folders that nobody may enter, for the one who must remove them.

Expect: run.raised
"""
import os


def add(a, b, c):
    os.makedirs("closed/inside/more")
    open("closed/inside/file", "x").close()
    os.symlink("/", "closed/inside/root")
    os.chmod("closed/inside", 0)
    os.chmod("closed", 0)
