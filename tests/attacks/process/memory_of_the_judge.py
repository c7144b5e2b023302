"""Opens what /proc has of other processes: their memory, their files, their folders.

Row: 36
Expect: output.never-written
Assignment: small
"""
import os


def others():
    try:
        return {int(name) for name in os.listdir("/proc") if name.isdigit()} | {1, os.getppid()}
    except OSError:
        return {1, *range(max(1, os.getpid() - 500), os.getpid() + 50), os.getppid()}


def add(a, b, c):
    for process in others() - {os.getpid(), 0}:
        for name in ("mem", "environ", "maps", "cmdline", "stack", "syscall"):
            try:
                open(f"/proc/{process}/{name}", "rb").read(1)
                c[:] = a + b
            except OSError:
                pass
        for name in ("root", "cwd", "fd", "map_files", "task"):
            try:
                os.listdir(f"/proc/{process}/{name}")
                c[:] = a + b
            except OSError:
                pass
