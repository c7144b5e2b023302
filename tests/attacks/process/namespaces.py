"""Tries to make and to enter namespaces, and to mount.

Expect: output.never-written
Assignment: small
"""
import ctypes
import os
import platform

LIBC = ctypes.CDLL(None)
ARM = platform.machine() == "aarch64"
USER, MOUNTS, CHILD_ENDS = 0x10000000, 0x20000, 17
PIVOT_ROOT, CLONE = (41, 220) if ARM else (155, 56)
ATTEMPTS = [
    lambda: LIBC.unshare(USER),
    lambda: LIBC.unshare(MOUNTS),
    lambda: LIBC.unshare(USER | MOUNTS),
    lambda: LIBC.mount(b"none", b"/tmp", b"tmpfs", 0, None),
    lambda: LIBC.mount(b"none", b"/", None, 4096 | 32, None),
    lambda: LIBC.umount2(b"/proc", 2),
    lambda: LIBC.umount2(os.environ["HOME"].encode(), 2),
    lambda: LIBC.syscall(PIVOT_ROOT, b".", b"."),
    lambda: LIBC.chroot(b"/tmp"),
    lambda: LIBC.setns(os.open("/proc/1/ns/mnt", os.O_RDONLY), 0),
    lambda: LIBC.syscall(428, -100, b"/", 1),  # open_tree
    lambda: LIBC.syscall(430, b"tmpfs", 0),  # fsopen
    lambda: LIBC.syscall(435, ctypes.create_string_buffer(USER.to_bytes(8, "little"), 88), 88),  # clone3
    lambda: LIBC.syscall(CLONE, USER | CHILD_ENDS, 0, 0, 0, 0),
]


def add(a, b, c):
    me = os.getpid()
    for attempt in ATTEMPTS:
        try:
            worked = attempt() >= 0
        except OSError:
            continue
        if os.getpid() != me:
            os._exit(0)
        if worked:
            c[:] = a + b
