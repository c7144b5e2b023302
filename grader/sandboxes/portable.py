"""A plain subprocess on any system, for students who check themselves on Windows and macOS: it isolates nothing.

Its limits are kept by looking at what it uses; where nothing can be looked up, the wall limit still ends it.
"""

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import ClassVar

import psutil

from grader.boxes.conversation import Conversation
from grader.boxes.pipes import PipeLine
from grader.boxes.watch import Usage
from grader.errors import BoxError
from grader.model.assignment import Limits
from grader.ports import Lease
from grader.sandboxes._environment import environment
from grader.sandboxes._harness import copy_harness

BOOT = "import sys; sys.path.insert(0, sys.argv[1]); from harness.serve import serve_pipes; serve_pipes(sys.argv[2])"


class PortableSandbox:
    """Opens boxes that are plain subprocesses, joined by pipes."""

    isolation: ClassVar[str] = "E"

    @contextmanager
    def open(self, *, driver: str, files: Mapping[str, bytes], lease: Lease, limits: Limits) -> Iterator[Conversation]:
        """Open a box in a temporary folder that goes with it, as soon as nothing in it is in use any more."""
        del limits  # kept by looking
        with tempfile.TemporaryDirectory(prefix="grader-box-", ignore_cleanup_errors=True) as folder:
            root = Path(folder)
            copy_harness(root, lease)
            (root / "work").mkdir()
            box = _started(root, lease)
            try:
                box.wait_ready()
                box.prepare(driver, files)
                yield box
            finally:
                box.close()

    def shows(self, path: Path) -> bool:  # noqa: ARG002 - it is the same for all
        """Return whether a box can read what lies at a path: it can read everything."""
        return True

    def close(self) -> None:
        """Nothing is kept."""


def _started(root: Path, lease: Lease) -> Conversation:
    work = root / "work"
    try:
        process = subprocess.Popen(
            [sys.executable, "-I", "-B", "-X", "utf8", "-c", BOOT, str(root), str(root / "where")],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            cwd=work, env=environment(str(work), lease.environment),
        )  # fmt: skip
    except OSError as error:
        raise BoxError(f"cannot start {sys.executable}: {error}") from error
    assert process.stdin
    assert process.stdout
    assert process.stderr
    return Conversation(_Tree(process, work), PipeLine(process.stdin, process.stdout, process.stderr, root / "where"))


class _Tree:
    """One process, and all that it started, as far as they can be found."""

    def __init__(self, process: subprocess.Popen[bytes], folder: Path) -> None:
        self._process, self._folder = process, folder

    def usage(self, *, memory: bool = True) -> Usage:
        cpu_s, found, tasks = 0.0, 0, 0
        for each in self._all():
            with suppress(psutil.Error), each.oneshot():
                times = each.cpu_times()
                cpu_s += times.user + times.system
                found += each.memory_info().rss if memory else 0
                tasks += each.num_threads()
        return Usage(cpu_s=cpu_s, memory_bytes=found, tasks=tasks, disk_bytes=_size(self._folder))

    def waited(self) -> float:
        return 0.0

    def pause(self) -> None:
        for each in self._all():
            with suppress(psutil.Error):
                each.suspend()

    def resume(self) -> None:
        for each in self._all():
            with suppress(psutil.Error):
                each.resume()

    def ended(self, seconds: float) -> bool:
        try:
            self._process.wait(seconds)
        except subprocess.TimeoutExpired:
            return False
        return True

    def end(self) -> int:
        others = self._all()[1:]  # of a process that has ended, no children are found
        self._process.kill()
        for each in others:
            with suppress(psutil.Error):
                each.kill()
        return self._process.wait()

    def _all(self) -> list[psutil.Process]:
        """Return those that still run, the first one first; what has lost its parent is not among them."""
        try:
            first = psutil.Process(self._process.pid)
            return [first, *first.children(recursive=True)]
        except psutil.Error:
            return []


def _size(folder: Path) -> int:
    """Return the size of the files of a tree that may change meanwhile."""
    total = 0
    for place, _, names in os.walk(folder):
        for name in names:
            with suppress(OSError):
                total += Path(place, name).lstat().st_size
    return total
