"""Hands in a device that never ends.

Expect: intake.none
"""
import os
import stat


def make(folder):
    try:
        os.mknod(folder / "add.py", stat.S_IFCHR | 0o666, os.makedev(1, 5))
    except PermissionError:  # only a root can make one
        (folder / "add.py").symlink_to("/dev/zero")
