"""Control groups: memory, processes and processors of one box, counted and limited by the kernel; v2 or v1."""

import contextlib
import itertools
import os
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from grader.boxes.watch import Usage
from grader.model.assignment import Limits

MOUNT = Path("/sys/fs/cgroup")
PERIOD_US = 100_000  # of the processor quota
EMPTY_S = 2.0  # for the processes of a group to be gone once they are killed
_NUMBERS = itertools.count()


class Group(Protocol):
    """The control group of one box."""

    def add(self, pid: int) -> None:
        """Put a process into it, and with it all that it will start. Raises OSError."""

    def usage(self, *, memory: bool = True) -> Usage:
        """Return what its processes use together; the memory takes the kernel longest. Raises OSError."""

    def close(self) -> None:
        """Remove it, once its processes are gone."""


class Hierarchy(Protocol):
    """A place where groups can be made."""

    def group(self, limits: Limits) -> Group:
        """Make a group that is held to limits. Raises OSError."""


def find() -> Hierarchy | None:
    """Return a hierarchy in which this process may make groups, found by making one; None where there is none."""
    for kind in (_V2, _V1):
        try:
            hierarchy: Hierarchy = kind.here()
            group = hierarchy.group(Limits())
        except (OSError, LookupError):
            continue
        try:
            group.usage()
        except (OSError, LookupError):
            continue
        else:
            return hierarchy
        finally:
            group.close()
    return None


def _memory(limits: Limits) -> int:
    """Return the memory of a group in bytes: what is written into the box's folders is memory, too."""
    return limits.memory_bytes + limits.disk_bytes


def _quota() -> int:
    return PERIOD_US * (os.cpu_count() or 1)


def _name() -> str:
    return f"grader-{os.getpid()}-{next(_NUMBERS)}"


def _write(folder: Path, **values: object) -> None:
    for name, value in values.items():
        fd = os.open(folder / name.replace("__", "."), os.O_WRONLY)  # never made: the kernel has, or there is none
        try:
            os.write(fd, str(value).encode())
        finally:
            os.close(fd)


def _fields(path: Path) -> dict[str, int]:
    return {key: int(value) for key, value in (line.split() for line in path.read_text(encoding="ascii").splitlines())}


def _number(path: Path) -> int:
    return int(path.read_text(encoding="ascii"))


def _remove(folder: Path) -> None:
    deadline = time.monotonic() + EMPTY_S
    while time.monotonic() < deadline:
        try:
            folder.rmdir()
        except FileNotFoundError:
            return
        except OSError:  # a process of it is still ending
            time.sleep(0.002)
        else:
            return


@dataclass(frozen=True)
class _V2:
    """One tree; https://docs.kernel.org/admin-guide/cgroup-v2.html."""

    base: Path

    @classmethod
    def here(cls) -> "_V2":
        """Return the tree below the group that this process was given, or below the root for a root.

        Raises:
            LookupError: no group of this process can have groups.
        """
        own = MOUNT / next(line for line in _lines() if line.startswith("0::"))[3:].lstrip("/")
        # Its own group keeps an administrator's limits in force; processes are moved only where nothing else helps.
        for base, prepare in ((own, _delegate), (MOUNT, _delegate), (own, _move_down), (MOUNT, _move_down)):
            with contextlib.suppress(OSError):
                prepare(base)
                return cls(base)
        raise LookupError("no group of this process can have groups")

    def group(self, limits: Limits) -> Group:
        folder = self.base / _name()
        folder.mkdir()
        try:
            _write(folder, memory__max=_memory(limits), pids__max=limits.processes, cpu__max=f"{_quota()} {PERIOD_US}")
            with contextlib.suppress(OSError):  # a kernel without swap has no such file
                _write(folder, memory__swap__max=0)
            _write(folder, memory__oom__group=1)
        except OSError:
            folder.rmdir()
            raise
        return _GroupV2(folder)


def _delegate(base: Path) -> None:
    """Give the children of a group controllers. Raises OSError: it is not ours, or has processes of its own."""
    _write(base, cgroup__subtree_control="+memory +pids +cpu")


def _move_down(base: Path) -> None:
    """Move the processes of a group into a child of it, and give its children controllers. Raises OSError."""
    leaf = base / "grader"
    leaf.mkdir(exist_ok=True)
    for pid in (base / "cgroup.procs").read_text(encoding="ascii").split():
        _write(leaf, cgroup__procs=pid)
    _delegate(base)


@dataclass(frozen=True)
class _GroupV2:
    folder: Path

    def add(self, pid: int) -> None:
        _write(self.folder, cgroup__procs=pid)

    def usage(self, *, memory: bool = True) -> Usage:
        return Usage(
            cpu_s=_fields(self.folder / "cpu.stat")["usage_usec"] / 1e6,
            memory_bytes=_fields(self.folder / "memory.stat")["anon"] if memory else 0,
            tasks=_number(self.folder / "pids.current"),
            killed=_fields(self.folder / "memory.events")["oom_kill"],
        )

    def close(self) -> None:
        with contextlib.suppress(OSError):
            _write(self.folder, cgroup__kill=1)
        _remove(self.folder)


@dataclass(frozen=True)
class _V1:
    """One tree for each controller; https://docs.kernel.org/admin-guide/cgroup-v1/index.html."""

    bases: dict[str, Path]  # by controller

    @classmethod
    def here(cls) -> "_V1":
        """Return the trees below the groups of this process, so that their limits stay in force."""
        own = {name: path for _, names, path in (line.split(":", 2) for line in _lines()) for name in names.split(",")}
        return cls({name: MOUNT / name / own[name].lstrip("/") for name in ("memory", "pids", "cpu", "cpuacct")})

    def group(self, limits: Limits) -> Group:
        name = _name()
        group = _GroupV1({controller: base / name for controller, base in self.bases.items()})
        try:
            for folder in group.folders.values():
                folder.mkdir()
            _write(group.folders["memory"], memory__limit_in_bytes=_memory(limits))
            _write(group.folders["pids"], pids__max=limits.processes)
            _write(group.folders["cpu"], cpu__cfs_period_us=PERIOD_US, cpu__cfs_quota_us=_quota())
        except OSError:
            group.close()
            raise
        return group


@dataclass(frozen=True)
class _GroupV1:
    folders: dict[str, Path]  # by controller

    def add(self, pid: int) -> None:
        for folder in self.folders.values():
            _write(folder, cgroup__procs=pid)

    def usage(self, *, memory: bool = True) -> Usage:
        return Usage(
            cpu_s=_number(self.folders["cpuacct"] / "cpuacct.usage") / 1e9,  # which counts nanoseconds
            memory_bytes=_fields(self.folders["memory"] / "memory.stat")["total_rss"] if memory else 0,
            tasks=_number(self.folders["pids"] / "pids.current"),
            killed=_fields(self.folders["memory"] / "memory.oom_control")["oom_kill"],
        )

    def close(self) -> None:
        for folder in self.folders.values():
            _remove(folder)


def _lines() -> list[str]:
    return Path("/proc/self/cgroup").read_text(encoding="ascii").splitlines()
