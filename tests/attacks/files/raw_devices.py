"""Reads the disk, the memory and the messages of the machine itself, by devices that are there or that it makes.

Expect: output.never-written
Assignment: small
"""
import os
import stat

PATHS = ["/dev/vda", "/dev/sda", "/dev/nvme0n1", "/dev/mem", "/dev/kmsg", "/dev/port", "/proc/kcore", "/proc/kmsg"]


def add(a, b, c):
    for number, (major, minor) in enumerate(((254, 0), (253, 0), (8, 0), (259, 0), (1, 1))):
        try:
            os.mknod(f"device{number}", stat.S_IFBLK | 0o600, os.makedev(major, minor))
            PATHS.append(f"device{number}")
        except OSError:
            pass
    for path in PATHS:
        try:
            open(path, "rb", 0).close()
            c[:] = a + b
        except OSError:
            pass
