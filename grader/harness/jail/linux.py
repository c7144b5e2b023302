"""The system calls that Python has no function for, by ctypes; x86-64 and aarch64."""

import ctypes
import fcntl
import os
import platform
import socket
import struct
from collections.abc import Mapping

NEWNS, NEWUTS, NEWIPC, NEWUSER, NEWPID, NEWNET = 0x20000, 0x4000000, 0x8000000, 0x10000000, 0x20000000, 0x40000000
MS_RDONLY, MS_NOSUID, MS_NODEV, MS_NOEXEC = 1, 2, 4, 8
MS_REMOUNT, MS_BIND, MS_REC, MS_PRIVATE = 0x20, 0x1000, 0x4000, 1 << 18
PR_SET_PDEATHSIG, PR_SET_DUMPABLE = 1, 4
PR_CAPBSET_DROP, PR_SET_SECUREBITS, PR_SET_CHILD_SUBREAPER = 24, 28, 36
PR_SET_NO_NEW_PRIVS, PR_CAP_AMBIENT = 38, 47

IS_ARM = platform.machine() == "aarch64"
# Those that are not the same everywhere; calls from 424 on have one number on all machines.
_PIVOT_ROOT, _CAPSET = (41, 91) if IS_ARM else (155, 126)
_MOUNT_SETATTR = 442
_AT_FDCWD, _AT_RECURSIVE = -100, 0x8000
_MNT_DETACH = 2
_SIOCSIFFLAGS, _IFF_UP = 0x8914, 1
_SECBITS = 0x2F  # root has no power, uid changes grant none, and both are locked
_CAPABILITY_VERSION_3 = 0x20080522

_libc = ctypes.CDLL(None, use_errno=True)
_libc.syscall.restype = ctypes.c_long


def _checked(result: int, what: str) -> int:
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, f"{what}: {os.strerror(number)}")
    return result


def syscall(what: str, number: int, *args: object) -> int:
    """Call the kernel.

    Args:
        what: named in the error.
        number: on this machine.
        args: integers, bytes or ctypes references.

    Raises:
        OSError: the call failed.
    """
    given = [ctypes.c_long(arg) if isinstance(arg, int) else arg for arg in args]
    return _checked(_libc.syscall(ctypes.c_long(number), *given), what)


def unshare(flags: int) -> None:
    """Leave namespaces for new ones. Raises OSError; a process with threads cannot enter a new user namespace."""
    _checked(_libc.unshare(ctypes.c_int(flags)), f"unshare {flags:#x}")


def setns(fd: int, flags: int) -> None:
    """Enter the namespaces of the process behind a pidfd. Raises OSError."""
    _checked(_libc.setns(ctypes.c_int(fd), ctypes.c_int(flags)), "setns")


def prctl(option: int, value: int = 0, third: int = 0) -> None:
    """Change an attribute of this process. Raises OSError."""
    numbers = (ctypes.c_ulong(number) for number in (value, third, 0, 0))
    _checked(_libc.prctl(ctypes.c_int(option), *numbers), f"prctl {option}")


def mount(source: str, target: str, kind: str | None = None, flags: int = 0, options: str | None = None) -> None:
    """Mount something. Raises OSError."""
    texts = [None if text is None else os.fsencode(text) for text in (source, target, kind, options)]
    result = _libc.mount(*texts[:3], ctypes.c_ulong(flags), texts[3])
    _checked(result, f"mount {source} on {target}")


def pivot_root() -> None:
    """Make the working folder, a mount, the root, and let go of the old one. Raises OSError."""
    syscall("pivot_root", _PIVOT_ROOT, b".", b".")
    _checked(_libc.umount2(b".", _MNT_DETACH), "umount of the old root")


class _MountAttributes(ctypes.Structure):
    """`struct mount_attr` of <linux/mount.h>."""

    _fields_ = (
        ("attr_set", ctypes.c_uint64),
        ("attr_clr", ctypes.c_uint64),
        ("propagation", ctypes.c_uint64),
        ("userns_fd", ctypes.c_uint64),
    )


def bind(source: str, target: str, *, device: bool = False) -> None:
    """Bind a file or a tree, with all mounts in it, read-only and without set-uid; a device can be written.

    Raises:
        OSError: among others on a kernel older than 5.12.
    """
    mount(source, target, None, MS_BIND | MS_REC)
    flags = MS_NOSUID | (MS_NOEXEC if device else MS_RDONLY | MS_NODEV)
    attributes = _MountAttributes(flags, 0, 0, 0)
    size = ctypes.sizeof(attributes)
    where = os.fsencode(target)
    syscall(f"mount_setattr {target}", _MOUNT_SETATTR, _AT_FDCWD, where, _AT_RECURSIVE, ctypes.byref(attributes), size)


def map_user(folder: int, inner: int, outer: int, group: int) -> None:
    """Map one user and one group into this process's new user namespace.

    Args:
        folder: descriptor of the folder of this process in /proc.
        inner: user and group inside.
        outer: user outside.
        group: group outside.

    Raises:
        OSError: the kernel does not allow it.
    """
    for name, text in (("setgroups", "deny"), ("uid_map", f"{inner} {outer} 1"), ("gid_map", f"{inner} {group} 1")):
        fd = os.open(name, os.O_WRONLY, dir_fd=folder)
        try:
            os.write(fd, text.encode())
        finally:
            os.close(fd)


def become(user: int) -> None:
    """Become an ordinary user with no other groups. Raises OSError."""
    os.setgroups([])
    os.setresgid(user, user, user)
    os.setresuid(user, user, user)
    # A change of user makes /proc/self belong to root, and forgets who is to be told when the parent ends.
    prctl(PR_SET_DUMPABLE, 1)


def raise_loopback() -> None:
    """Let processes of a new network namespace reach each other. Raises OSError."""
    flags = struct.pack("16sh14x", b"lo", _IFF_UP)
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket:
        fcntl.ioctl(any_socket, _SIOCSIFFLAGS, flags)


def drop_capabilities() -> None:
    """Give up every capability for good. Raises OSError."""
    for capability in range(64):
        if _libc.prctl(PR_CAPBSET_DROP, ctypes.c_ulong(capability), 0, 0, 0) < 0:
            break  # the last one, or not allowed: then there is none to drop
    clear_all = 4
    _libc.prctl(PR_CAP_AMBIENT, ctypes.c_ulong(clear_all), 0, 0, 0)
    _libc.prctl(PR_SET_SECUREBITS, ctypes.c_ulong(_SECBITS), 0, 0, 0)  # needs a capability that may be gone
    syscall("capset", _CAPSET, struct.pack("Ii", _CAPABILITY_VERSION_3, 0), bytes(24))


def data_bytes() -> int | None:
    """Return the private writable memory of this process, as RLIMIT_DATA counts it; None where there is no /proc."""
    try:
        with open("/proc/self/status", encoding="ascii") as file:  # noqa: PTH123 - a path of the kernel's
            fields: Mapping[str, str] = dict(line.split(":", 1) for line in file)
    except OSError:
        return None
    return int(fields["VmData"].split()[0]) * 1024
