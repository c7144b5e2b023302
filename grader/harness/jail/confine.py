"""What a forked process does to itself before any student code runs; it cannot be undone."""

import contextlib
import os
import random
import resource
import socket
import sys
import tempfile
from pathlib import Path

from . import landlock, linux, mounts, seccomp
from .settings import FIRST_USER, HOME, SHARED, TEMPORARY, USERS, BoxLimits, Granted, Settings

OTHERS = 32 * (os.cpu_count() or 1)  # processes of other boxes: room enough that none takes it from this one
STACK_BYTES = 8 << 20
LOCKED_BYTES = 1 << 20
DATA_WITHOUT_PROC = 1 << 30  # of an interpreter with its libraries loaded, where it cannot be looked up
_SYSTEM = (
    "/usr", "/bin", "/lib", "/lib64", "/etc/ld.so.cache", "/etc/localtime", "/etc/alternatives", "/etc/passwd",
    "/etc/group", "/proc/self", "/proc/cpuinfo", "/proc/meminfo", "/proc/stat", "/sys/devices/system/cpu",
)  # fmt: skip


def confine(settings: Settings, limits: BoxLimits, granted: Granted, folder: str) -> None:
    """Lock this process in.

    Args:
        settings: of the server.
        limits: of this box.
        granted: to the server.
        folder: the working folder, where there is no mount namespace.

    Raises:
        OSError: the kernel refuses a step; the process must end then.
    """
    if settings.namespaces:
        linux.unshare(linux.NEWNS | linux.NEWIPC | linux.NEWUTS | linux.NEWNET)
        mounts.freshen(settings, limits.disk_bytes, own_proc=granted.own_proc)
        socket.sethostname("box")
        linux.raise_loopback()
        _limit(limits)
        if granted.own_proc:
            _own_user()
        # Counted in the user namespace: from now on it is this run alone, or else all boxes of the server.
        _set(resource.RLIMIT_NPROC, limits.processes + (0 if granted.own_proc else OTHERS))
        home, temporary, writable = HOME, TEMPORARY, [HOME, TEMPORARY, SHARED]
    else:
        os.setpgid(0, 0)
        _limit(limits)
        _set(resource.RLIMIT_NPROC, limits.processes + (0 if granted.own_users else _tasks_of_user()))
        if granted.own_users:
            _become_nobody(folder)
        linux.prctl(linux.PR_SET_PDEATHSIG, 9)
        home, temporary, writable = folder, folder, [folder]
    linux.prctl(linux.PR_SET_NO_NEW_PRIVS, 1)
    linux.drop_capabilities()
    readable = ["/"] if settings.namespaces else [*_SYSTEM, *settings.readable]
    landlock.restrict(readable, [*writable, *settings.nodes], tcp=settings.namespaces)
    seccomp.install(
        namespaces=settings.namespaces,
        shared_memory=limits.shared_memory,
        # Boxes of one user see each other; newer Landlock keeps their signals apart, and children may be signalled.
        only_signal=None if settings.namespaces or landlock.version() >= landlock.SIGNALS else os.getpid(),
    )
    os.environ.update(HOME=home, TMPDIR=temporary)
    tempfile.tempdir = None  # what the server has found is not this box's
    os.environ.pop("TORCHINDUCTOR_CACHE_DIR", None)  # the same: torch sets it when its compiler is imported
    os.chdir(home)


def reseed() -> None:
    """Draw afresh what all boxes of a server would share."""
    random.seed()
    if numpy := sys.modules.get("numpy"):
        numpy.random.seed()
    if torch := sys.modules.get("torch"):
        torch.seed()


def _own_user() -> None:
    linux.unshare(linux.NEWUSER)
    own = os.open("/proc/self", os.O_RDONLY | os.O_DIRECTORY)
    try:
        linux.map_user(own, 1000, 0, 0)
    finally:
        os.close(own)


def _become_nobody(folder: str) -> None:
    """Become a user whom nothing belongs to but this folder: one that no other process of this machine is, either."""
    taken = set()
    for process in Path("/proc").iterdir():
        with contextlib.suppress(OSError):
            taken.add(process.stat().st_uid)
    user = random.SystemRandom().choice([user for user in range(FIRST_USER, FIRST_USER + USERS) if user not in taken])
    os.chown(folder, user, user)
    linux.become(user)


def _limit(limits: BoxLimits) -> None:
    _set(resource.RLIMIT_CORE, 1)  # with 0 the kernel would still start a program that the machine dumps to
    _set(resource.RLIMIT_NOFILE, limits.open_files)
    _set(resource.RLIMIT_FSIZE, limits.disk_bytes)
    _set(resource.RLIMIT_MEMLOCK, LOCKED_BYTES)
    _set(resource.RLIMIT_MSGQUEUE, 0)
    resource.setrlimit(resource.RLIMIT_STACK, (STACK_BYTES, STACK_BYTES))
    if limits.memory_bytes is not None:
        _set(resource.RLIMIT_DATA, limits.memory_bytes + (linux.data_bytes() or DATA_WITHOUT_PROC))


def _set(kind: int, value: int) -> None:
    _, most = resource.getrlimit(kind)
    value = value if most == resource.RLIM_INFINITY else min(value, most)
    resource.setrlimit(kind, (value, value))


def _tasks_of_user() -> int:
    """Return how many processes and threads this user has; the kernel's limit counts them all."""
    mine = 0
    for process in Path("/proc").iterdir():
        if process.name.isdigit():
            try:
                mine += sum(1 for _ in (process / "task").iterdir()) if process.stat().st_uid == os.getuid() else 0
            except OSError:  # it has ended
                continue
    return mine
