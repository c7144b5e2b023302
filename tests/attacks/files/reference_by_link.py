"""Puts a symbolic link to the reference into its own folder, by way of the folders of other processes.

Row: 45
Expect: output.never-written
Assignment: small
"""
import os

INSIDE = "tests/attacks/course/reference/add/oracle.py"


def add(a, b, c):
    for number, process in enumerate(("self", "1", str(os.getppid()), str(os.getpid() - 1))):
        for way in ("cwd", "root" + "/.." * 3, "fd/0/.."):
            name = f"link{number}{len(way)}.py"
            try:
                os.symlink(f"/proc/{process}/{way}/{INSIDE}", name)
                names = {}
                exec(open(name).read(), names)
                c[:] = names["add"](a, b)["c"]
            except OSError:
                pass
