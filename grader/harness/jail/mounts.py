"""The file system of the boxes: a small root with read-only binds, and a fresh quota'd one for each run."""

import contextlib
import os
from pathlib import Path

from . import linux
from .settings import HOME, SHARED, TEMPORARY, Settings

_SYSTEM = ("bin", "sbin", "lib", "lib64", "lib32")
_FILES = ("/etc/ld.so.cache", "/etc/localtime", "/etc/alternatives", "/sys/devices/system/cpu")
_WITHOUT_PROC = ("/proc/cpuinfo", "/proc/meminfo")
_USERS = "root:x:0:0::/:/bin/sh\nstudent:x:1000:1000::/home/box:/bin/sh\n"
_KEPT = "/.kept"  # where what lies below /tmp is bound once more, as each run hides it by a /tmp of its own
_QUIET = linux.MS_NOSUID | linux.MS_NODEV
_INODES = 4096


def build(settings: Settings) -> None:
    """Put the root together. Raises OSError; needs a mount namespace of one's own, and the power to mount."""
    root = Path(settings.root)
    linux.mount("none", "/", flags=linux.MS_REC | linux.MS_PRIVATE)
    linux.mount("tmpfs", str(root), "tmpfs", _QUIET, f"size=4m,nr_inodes={_INODES},mode=755")
    for folder in ("etc", "dev/shm", "proc", "tmp", "home/box", ".box"):
        (root / folder).mkdir(parents=True)
    # For libraries that want it when they are imported.
    linux.mount("tmpfs", f"{root}{TEMPORARY}", "tmpfs", _QUIET, "size=16m,mode=1777")
    _bind_system(root)
    for name in filter(os.path.exists, ("/usr", *_FILES, *settings.readable)):
        _bind(name, root)
    for name in settings.covered:
        if (root / name.lstrip("/")).is_dir():
            linux.mount("tmpfs", str(root / name.lstrip("/")), "tmpfs", _QUIET | linux.MS_RDONLY, "size=4k")
    for name in _WITHOUT_PROC:  # seen only where no /proc can be mounted over it
        _bind(name, root)
    for number, name in enumerate(_hidden(settings)):
        _bind(name, root, f"{_KEPT}/{number}")
    for name in filter(os.path.exists, settings.nodes):
        _bind(name, root, device=True)
    for name, target in (("fd", "/proc/self/fd"), ("stdin", "fd/0"), ("stdout", "fd/1"), ("stderr", "fd/2")):
        (root / "dev" / name).symlink_to(target)
    (root / "etc/passwd").write_text(_USERS, encoding="ascii")
    (root / "etc/group").write_text("student:x:1000:\n", encoding="ascii")


def _bind_system(root: Path) -> None:
    """Bind what lies beside /usr, or link to what lies in it."""
    for name in _SYSTEM:
        path = Path("/", name)
        if path.is_symlink():
            (root / name).symlink_to(path.readlink())
        elif path.is_dir():
            _bind(str(path), root)


def enter(settings: Settings) -> bool:
    """Make what was built the root; return whether it has a /proc. Raises OSError."""
    # Mounts from before a user namespace are locked to their parent: bound onto itself, the root is not.
    linux.mount(settings.root, settings.root, flags=linux.MS_BIND | linux.MS_REC)
    own_proc = True
    try:
        # Before the old one goes: the kernel gives a new /proc only to those that see a whole one.
        linux.mount("proc", f"{settings.root}/proc", "proc", _QUIET | linux.MS_NOEXEC)
    except PermissionError:
        own_proc = False
    os.chdir(settings.root)
    linux.pivot_root()
    os.chdir("/")
    linux.mount("none", "/", flags=linux.MS_REMOUNT | linux.MS_BIND | linux.MS_RDONLY | _QUIET)
    return own_proc


def freshen(settings: Settings, disk_bytes: int, *, own_proc: bool) -> None:
    """Give this run, in its own mount namespace, folders and a /proc of its own. Raises OSError."""
    linux.mount("tmpfs", "/.box", "tmpfs", _QUIET, f"size={disk_bytes},nr_inodes={_INODES},mode=755")
    for name, target in (("home", HOME), ("tmp", TEMPORARY), ("shm", SHARED)):
        Path("/.box", name).mkdir()
        Path("/.box", name).chmod(0o1777 if name != "home" else 0o755)
        linux.mount(f"/.box/{name}", target, flags=linux.MS_BIND)
    for number, name in enumerate(_hidden(settings)):
        _point(Path(name), Path(f"{_KEPT}/{number}").is_dir())
        linux.mount(f"{_KEPT}/{number}", name, flags=linux.MS_BIND | linux.MS_REC)
    if own_proc:
        linux.mount("proc", "/proc", "proc", _QUIET | linux.MS_NOEXEC)


def _hidden(settings: Settings) -> list[str]:
    return [name for name in settings.readable if Path(name).is_relative_to(TEMPORARY)]


def _bind(source: str, root: Path, target: str = "", *, device: bool = False) -> None:
    """Bind something below the new root, at its own path unless told otherwise."""
    path = root / (target or source).lstrip("/")
    _point(path, Path(source).is_dir())
    linux.bind(os.path.realpath(source), str(path), device=device)


def _point(path: Path, is_folder: bool) -> None:
    """Make something that can be mounted on."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with contextlib.suppress(FileExistsError):
        if is_folder:
            path.mkdir()
        else:
            path.touch()
