"""A plain subprocess: resource limits, a wall limit and a process group to kill. It isolates nothing, and says so."""

import contextlib
import os
import resource
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import ClassVar

from grader.boxes.conversation import Conversation
from grader.boxes.schedule import waited_s
from grader.boxes.sockets import SocketLine
from grader.boxes.watch import Usage
from grader.errors import BoxError
from grader.model.assignment import Limits
from grader.ports import Lease
from grader.sandboxes._environment import environment
from grader.sandboxes._harness import copy_harness, remove
from grader.sandboxes._processes import ended, send, used
from grader.sandboxes._wires import Ends, wire

# No `-c` text from outside, and nothing of the student's, runs before the harness has announced itself.
BOOT = "import sys; sys.path.insert(0, sys.argv[1]); from harness.serve import main; main(*map(int, sys.argv[2:]))"


class LocalSandbox:
    """Opens boxes that are plain subprocesses."""

    isolation: ClassVar[str] = "E"

    @contextmanager
    def open(self, *, driver: str, files: Mapping[str, bytes], lease: Lease, limits: Limits) -> Iterator[Conversation]:
        """Open a box in a temporary folder that goes with it."""
        root = Path(tempfile.mkdtemp(prefix="grader-box-"))
        try:
            copy_harness(root, lease)
            (root / "work").mkdir()
            with _started(root, lease, limits) as box:
                box.wait_ready()
                box.prepare(driver, files)
                yield box
        finally:
            remove(root)

    def shows(self, path: Path) -> bool:  # noqa: ARG002 - it is the same for all
        """Return whether a box can read what lies at a path: it can read everything."""
        return True

    def close(self) -> None:
        """Nothing is kept."""


@contextmanager
def _started(root: Path, lease: Lease, limits: Limits) -> Iterator[Conversation]:
    wires, ends = wire()
    try:
        process = _Subprocess(root, ends, lease.environment, limits)
    except BoxError:
        wires.close()
        raise
    finally:
        ends.close()
    box = Conversation(process, SocketLine(wires, process.pidfd))
    try:
        yield box
    finally:
        box.close()


class _Subprocess:
    """One process and its group."""

    def __init__(self, root: Path, ends: Ends, extra: Mapping[str, str], limits: Limits) -> None:
        fds = (ends.channel.fileno(), ends.where)
        self._folder = root / "work"
        try:
            self._process = subprocess.Popen(
                [sys.executable, "-I", "-B", "-c", BOOT, str(root), *map(str, fds)],
                stdin=subprocess.DEVNULL,
                stdout=ends.output,
                stderr=ends.output,
                cwd=self._folder,
                env=environment(str(self._folder), extra),
                pass_fds=fds,
                start_new_session=True,
            )
        except OSError as error:
            raise BoxError(f"cannot start {sys.executable}: {error}") from error
        self.pidfd = os.pidfd_open(self._process.pid)
        self._memory = limits.memory_bytes
        self._ended = False
        self._limit(limits)

    def _limit(self, limits: Limits) -> None:
        """Limit the process before it has read anything; NPROC is left out, as it counts the whole user."""
        for kind, value in (
            (resource.RLIMIT_DATA, limits.memory_bytes),
            (resource.RLIMIT_FSIZE, limits.disk_bytes),
            (resource.RLIMIT_NOFILE, limits.open_files),
            (resource.RLIMIT_CORE, 0),
        ):
            with contextlib.suppress(ProcessLookupError):
                resource.prlimit(self._process.pid, kind, (value, value))

    def usage(self, *, memory: bool = True) -> Usage:
        return used(self._process.pid, self._folder, self._memory if memory else None)

    def waited(self) -> float:
        return waited_s(str(self._process.pid))

    def pause(self) -> None:
        send(self._process.pid, signal.SIGSTOP, group=True)

    def resume(self) -> None:
        send(self._process.pid, signal.SIGCONT, group=True)

    def ended(self, seconds: float) -> bool:
        return ended(self.pidfd, seconds)

    def end(self) -> int:
        if not self._ended:
            self._ended = True
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()
            os.close(self.pidfd)
        return self._process.returncode
