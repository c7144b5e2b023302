"""What a tree of processes uses, as /proc tells it: for boxes that no cgroup counts."""

import contextlib
import os
import selectors
import stat
import sys
import time
from collections.abc import Iterator, Mapping
from pathlib import Path

from grader.boxes.watch import Usage

MOST = 2000  # processes that are looked at
EXACT_S = 0.5  # for the exact memory of all of them
MOST_FILES = 4096  # that a box may have: as many as its own file system has room for, where it gets one
BLOCK = 512  # bytes; st_blocks counts these
TICKS = os.sysconf("SC_CLK_TCK")
_PROCESSOR = 2  # CPUCLOCK_SCHED, of the clock that another process has: clock_getcpuclockid(3), in nanoseconds


def used(pid: int, folder: Path | None, enough: int | None) -> Usage:
    """Return what a process and all that it started use.

    Args:
        pid: the first process.
        enough: bytes of memory; up to there an upper bound will do, as exact numbers take the kernel milliseconds for
            each process. None = the memory is not asked for.
        folder: what they write into, where nothing else limits it.
    """
    # Where there is no pid namespace, what has lost its parent is only to be found by its group.
    tree = {*_tree(pid), *(_group(pid) if folder else ())}
    memory = {} if enough is None else {each: _at_most(each) for each in tree}
    bound = sum(memory.values())
    return Usage(
        cpu_s=sum(map(_cpu_s, tree)),
        memory_bytes=_exactly(memory) if enough is not None and bound > enough else bound,
        tasks=sum(len(_entries(Path(f"/proc/{each}/task"))) for each in tree),
        disk_bytes=_written(folder) + sum(map(_unlinked, tree)) if folder else 0,
    )


def send(pid: int, number: int, *, group: bool) -> None:
    """Send a signal to a process and all that it started.

    Args:
        pid: the first process.
        number: of the signal.
        group: whether what has lost its parent is only to be found by its group.
    """
    for each in {*_tree(pid), *(_group(pid) if group else ())}:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.kill(each, number)


def ended(pidfd: int, seconds: float) -> bool:
    """Return whether the process behind a pidfd ends within some seconds."""
    with selectors.PollSelector() as selector:
        selector.register(pidfd, selectors.EVENT_READ)
        return bool(selector.select(seconds))


def _tree(pid: int) -> Iterator[int]:
    todo, count = [pid], 0
    while todo and count < MOST:
        pid, count = todo.pop(), count + 1
        yield pid
        for thread in _entries(Path(f"/proc/{pid}/task")):
            todo += map(int, _text(thread / "children").split())


def _group(pid: int) -> Iterator[int]:
    for process in _entries(Path("/proc")):
        fields = _text(process / "stat").rpartition(")")[2].split() if process.name.isdigit() else []
        if fields[2:3] == [str(pid)]:
            yield int(process.name)


def _cpu_s(pid: int) -> float:
    """Return its processor time and that of the children that it has waited for, in seconds."""
    fields = _text(Path(f"/proc/{pid}/stat")).rpartition(")")[2].split()
    try:
        own = time.clock_gettime((~pid << 3) | _PROCESSOR)
    except OSError:  # it has ended
        own = sum(map(int, fields[11:13])) / TICKS
    return own + sum(map(int, fields[13:15])) / TICKS


def _at_most(pid: int) -> int:
    """Return its memory, with what it still shares with the server that it was forked from."""
    lines = _text(Path(f"/proc/{pid}/status")).splitlines()
    found = [line.split() for line in lines if line.startswith(("RssAnon:", "RssShmem:", "VmSwap:"))]
    return sum(int(words[1]) * 1024 for words in found)


def _exactly(most: Mapping[int, int]) -> int:
    """Return the memory of processes, of which at most so much is known, as far as it can be told in a short time.

    Each look waits for a fork that is going on: in a storm of them those that can have the most must do.
    """
    total, deadline = 0, time.monotonic() + EXACT_S
    for pid in sorted(most, key=lambda pid: most[pid], reverse=True):
        total += _memory(pid)
        if time.monotonic() > deadline:
            break
    return total


def _memory(pid: int) -> int:
    """Return its private memory and its share of what it shares by writing."""
    lines = _text(Path(f"/proc/{pid}/smaps_rollup")).splitlines()
    found = [line.split() for line in lines if line.startswith(("Private_Dirty:", "Pss_Shmem:", "SwapPss:"))]
    return sum(int(words[1]) * 1024 for words in found)


def _unlinked(pid: int) -> int:
    """Return the size of the files that it has open and that have no name any more."""
    total = 0
    for path in _entries(Path(f"/proc/{pid}/fd")):
        try:
            found = path.stat()
        except OSError:
            continue
        # Memory files are memory, and counted there.
        total += found.st_blocks * BLOCK if found.st_nlink == 0 and not _is_memory(path) else 0
    return total


def _is_memory(path: Path) -> bool:
    try:
        return str(path.readlink()).startswith(("/memfd:", "/dev/shm/"))  # noqa: S108 - how the kernel names them
    except OSError:
        return True


def _written(folder: Path) -> int:
    """Return the size of a tree that its owner may change meanwhile; links are not followed.

    One with too many files, or deeper than a path can tell, is larger than any limit.
    """
    total, count, todo = 0, 0, [folder]
    while todo:
        for entry in _entries(todo.pop()):
            count += 1
            try:
                found = entry.lstat()
            except FileNotFoundError:
                continue
            except OSError:
                return sys.maxsize
            total += found.st_blocks * BLOCK
            if stat.S_ISDIR(found.st_mode):
                todo.append(entry)
        if count > MOST_FILES:
            return sys.maxsize
    return total


def _entries(folder: Path) -> list[Path]:
    try:
        return list(folder.iterdir())
    except OSError:
        return []


def _text(path: Path) -> str:
    """Return a file of /proc, empty when its process has ended."""
    try:
        return path.read_text(encoding="ascii", errors="replace")
    except OSError:
        return ""
