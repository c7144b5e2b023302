"""Landlock: which files a process may touch, whatever its user could; https://docs.kernel.org/userspace-api/landlock.html."""

import os
import stat
import struct
from collections.abc import Iterable

from .linux import syscall

_CREATE, _ADD_RULE, _RESTRICT = 444, 445, 446
_VERSION = 1  # flag of _CREATE that asks for the version
_PATH_BENEATH = 1
_EXECUTE, _WRITE_FILE, _READ_FILE, _READ_DIR, _TRUNCATE, _IOCTL_DEV = 1, 2, 4, 8, 1 << 14, 1 << 15
_READING = _EXECUTE | _READ_FILE | _READ_DIR
_OF_A_FILE = _EXECUTE | _WRITE_FILE | _READ_FILE | _TRUNCATE | _IOCTL_DEV
_BIND_AND_CONNECT_TCP = 3
_ABSTRACT_SOCKETS_AND_SIGNALS = 3

SIGNALS = 6  # first version that keeps signals inside


def version() -> int:
    """Return what the kernel offers, 0 for nothing."""
    try:
        return syscall("landlock", _CREATE, 0, 0, _VERSION)
    except OSError:
        return 0


def restrict(reading: Iterable[str], writing: Iterable[str], *, tcp: bool) -> None:
    """Allow this process and all that it starts to read some trees and to change others, and nothing else.

    A path that does not exist is passed over. Needs no_new_privs.

    Args:
        reading: files and trees.
        writing: the same.
        tcp: whether addresses may be used, as far as the network namespace has any.

    Raises:
        OSError: the kernel has no Landlock, or refuses.
    """
    offered = version()
    rights = (1 << 13) - 1 | sum(1 << bit for bit, since in ((13, 2), (14, 3), (15, 5)) if offered >= since)
    attributes = struct.pack(
        "QQQ",
        rights,
        _BIND_AND_CONNECT_TCP if offered >= 4 and not tcp else 0,
        _ABSTRACT_SOCKETS_AND_SIGNALS if offered >= SIGNALS else 0,
    )
    size = 24 if offered >= 6 else 16 if offered >= 4 else 8
    rules = syscall("landlock rules", _CREATE, attributes, size, 0)
    try:
        for paths, allowed in ((reading, _READING), (writing, rights)):
            for path in paths:
                _allow(rules, path, allowed & rights)
        syscall("landlock", _RESTRICT, rules, 0)
    finally:
        os.close(rules)


def _allow(rules: int, path: str, allowed: int) -> None:
    try:
        fd = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except OSError:
        return
    try:
        if not stat.S_ISDIR(os.fstat(fd).st_mode):
            allowed &= _OF_A_FILE
        syscall(f"landlock {path}", _ADD_RULE, rules, _PATH_BENEATH, struct.pack("=Qi", allowed, fd), 0)
    finally:
        os.close(fd)
