"""Enters what a machine of one level of isolation allows: `python levels.py LEVEL command…`; alone it says where it is.

A: as it is. B: an ordinary user. B': with a /proc of which a part is hidden, too. C: a root to whom the kernel gives
neither namespaces nor mounts nor control groups. D: an ordinary user who gets none, either.
"""

import ctypes
import errno
import os
import platform
import struct
import subprocess
import sys
from collections.abc import Callable, Iterable
from pathlib import Path

LEVELS = ("A", "B", "B'", "C", "D")
USERS = {"B": 65101, "B'": 65102, "D": 65103}  # of a root that becomes ordinary; none of a box
REPOSITORY = Path(__file__).parents[2]
GROUPS = Path("/sys/fs/cgroup")

NEWNS, NEWUSER, ALL_NAMESPACES = 0x20000, 0x10000000, 0x7E020080
_IN_A_BOX = 0x20000 | 0x4000000 | 0x8000000 | 0x10000000 | 0x20000000 | 0x40000000
_RDONLY, _BIND, _REC, _PRIVATE = 1, 0x1000, 0x4000, 1 << 18
_NO_NEW_PRIVS, _SET_SECCOMP, _FILTER = 38, 22, 2
_ARM = platform.machine() == "aarch64"
_ARCH = 0xC00000B7 if _ARM else 0xC000003E
_CLONE, _CLONE3 = (220 if _ARM else 56), 435
# mount, umount2, pivot_root, chroot, unshare, setns; open_tree, move_mount, fsopen, fsmount, mount_setattr
_REFUSED = (*((40, 39, 41, 51, 97, 268) if _ARM else (165, 166, 155, 161, 272, 308)), 428, 429, 430, 432, 442)

_libc = ctypes.CDLL(None, use_errno=True)


class UnreachableError(Exception):
    """This level cannot be entered here."""


def enter(level: str) -> None:
    """Take from this process what the level does not have. Raises UnreachableError, OSError."""
    if level == "A":
        return
    if os.geteuid() == 0:
        _as_root(level)
    elif level == "C":
        raise UnreachableError("only a root can enter it")
    if level in {"C", "D"}:
        _refuse_namespaces()


def unreachable(level: str) -> str:
    """Return why a level cannot be entered on this machine; nothing when it can, as a process has tried."""
    here = str(Path(__file__).resolve())
    tried = subprocess.run(
        [sys.executable, here, level, sys.executable, here], capture_output=True, text=True, check=False
    )
    if tried.returncode:
        return tried.stderr.strip().rpartition("\n")[2]
    found = tried.stdout.strip()
    return "" if found == level else f"this machine gives {found} in its place"


def found() -> str:
    """Return the level that the kernel allows this process; by trying, and by other code than the grader's."""
    user, group = (USERS["B"],) * 2 if os.geteuid() == 0 else (os.geteuid(), os.getegid())

    def namespaces() -> None:
        if os.geteuid() == 0:
            _unshare(NEWNS)
            _become(user)
        _unshare(_IN_A_BOX)
        for name, text in (("setgroups", "deny"), ("uid_map", f"0 {user} 1"), ("gid_map", f"0 {group} 1")):
            fd = os.open(f"/proc/self/{name}", os.O_WRONLY)  # nothing may be imported any more: who knows where from
            os.write(fd, text.encode())
        _mount("none", "/", None, _REC | _PRIVATE)
        _mount("tmpfs", "/mnt", "tmpfs")

    def own_proc() -> None:
        namespaces()
        if not _works(lambda: _mount("proc", "/mnt", "proc")):  # a child: the first one in the new pid namespace
            raise PermissionError

    if not _works(namespaces):
        return "C" if os.geteuid() == 0 else "D"
    if not _works(own_proc):
        return "B'"
    return "A" if any(os.access(folder, os.W_OK) for folder in _groups()) else "B"


def _groups() -> Iterable[Path]:
    """Yield the folders in which control groups would be made."""
    for line in Path("/proc/self/cgroup").read_text(encoding="ascii").splitlines():
        _, names, path = line.split(":", 2)
        if names in {"", "memory"}:
            folder = GROUPS / names / path.lstrip("/")
            yield from [folder] if names or (folder / "cgroup.controllers").exists() else []


def _works(attempt: Callable[[], None]) -> bool:
    """Return whether something can be done, by doing it in a process of its own."""
    pid = os.fork()
    if pid == 0:
        code = 1
        try:
            attempt()
            code = 0
        finally:
            os._exit(code)
    return os.waitpid(pid, 0)[1] == 0


def _as_root(level: str) -> None:
    try:
        _unshare(NEWNS)
    except PermissionError:  # a root without power, as in a container: then it has nothing to lose here, either
        if level == "B'":
            raise UnreachableError("this root may mount nothing") from None
    else:
        _mount("none", "/", None, _REC | _PRIVATE)
        _uncover((Path(sys.base_prefix), Path(sys.prefix), REPOSITORY))
        if level == "B'":
            _mount("/dev/null", "/proc/version", None, _BIND)
        if level in {"C", "D"} and GROUPS.is_dir():
            _mount("tmpfs", str(GROUPS), "tmpfs", _RDONLY)
    if level in USERS:
        _become(USERS[level])


def _uncover(paths: Iterable[Path]) -> None:
    """Let others read some trees, whatever lies above them: what none but a root may enter becomes an empty folder."""
    covers: dict[Path, list[Path]] = {}
    for path in paths:
        closed = [folder for folder in reversed(path.parents) if not folder.stat().st_mode & 0o001]
        if closed:
            covers.setdefault(closed[0], []).append(path)
    for cover, needed in covers.items():
        held = [os.open(path, os.O_PATH | os.O_CLOEXEC) for path in needed]
        _mount("tmpfs", str(cover), "tmpfs", 0, "mode=755")
        for path, fd in zip(needed, held, strict=True):
            path.mkdir(parents=True, exist_ok=True)
            _mount(f"/proc/self/fd/{fd}", str(path), None, _BIND | _REC)
            os.close(fd)


def _become(user: int) -> None:
    os.setgroups([])
    os.setresgid(user, user, user)
    os.setresuid(user, user, user)
    _libc.prctl(4, 1, 0, 0, 0)  # PR_SET_DUMPABLE: else its files in /proc belong to root


def _refuse_namespaces() -> None:
    """Let the kernel refuse namespaces and mounts to this process and all that it starts."""

    def step(code: int, operand: int, *, no: int = 0) -> bytes:
        return struct.pack("HBBI", code, 0, no, operand)

    load, equal, any_bit, give = 0x20, 0x15, 0x45, 0x06
    refuse, missing, allow = 0x50000 | errno.EPERM, 0x50000 | errno.ENOSYS, 0x7FFF0000
    steps = [step(load, 4), step(equal, _ARCH, no=1), step(load, 0), step(equal, _CLONE3, no=1), step(give, missing)]
    for number in _REFUSED:
        steps += [step(equal, number, no=1), step(give, refuse)]
    steps += [step(equal, _CLONE, no=3), step(load, 16), step(any_bit, ALL_NAMESPACES, no=1), step(give, refuse)]
    code = b"".join([*steps, step(give, allow)])
    held = ctypes.create_string_buffer(code, len(code))

    class Program(ctypes.Structure):
        _fields_ = (("length", ctypes.c_ushort), ("filter", ctypes.c_void_p))

    program = Program(len(code) // 8, ctypes.addressof(held))
    _checked(_libc.prctl(_NO_NEW_PRIVS, ctypes.c_ulong(1), 0, 0, 0))
    _checked(_libc.prctl(_SET_SECCOMP, ctypes.c_ulong(_FILTER), ctypes.byref(program), 0, 0))


def _unshare(flags: int) -> None:
    _checked(_libc.unshare(ctypes.c_int(flags)))


def _mount(source: str, target: str, kind: str | None = None, flags: int = 0, options: str = "") -> None:
    texts = [None if text is None else os.fsencode(text) for text in (source, target, kind, options)]
    _checked(_libc.mount(*texts[:3], ctypes.c_ulong(flags), texts[3]))


def _checked(result: int) -> None:
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))


def main() -> None:
    """Enter a level and become a command; without arguments, print the level that this process is in."""
    if len(sys.argv) == 1:
        sys.stdout.write(found() + "\n")
        return
    try:
        enter(sys.argv[1])
    except (UnreachableError, OSError) as error:
        sys.exit(str(error))
    os.execvp(sys.argv[2], sys.argv[2:])  # noqa: S606 - to become a command is what it is for


if __name__ == "__main__":
    main()
