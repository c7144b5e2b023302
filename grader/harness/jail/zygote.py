"""A server that has loaded all libraries once, and forks a locked-down process for each run.

It is trusted, single-threaded and holds no secret. Messages over the control socket are JSON, one a packet:

- from it: `{"event": "up", …}`, with what it was granted, once it is ready, or `{"event": "failed", "error": …}`;
- to it: `{"id": n, "limits": {…}}` with three descriptors: the box's channel, output, and the pipe for its place;
- from it: `{"event": "started", "id": n, "error": …}` with a pidfd unless there is an error, and when the box has ended
  `{"event": "ended", "id": n, "status": …}`: the exit code, or the negated signal.

The judge ends it by closing the socket; all boxes end with it.
"""

import contextlib
import gc
import importlib
import json
import os
import select
import signal
import socket
import subprocess
import sys
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from . import landlock, linux, mounts
from .confine import confine, reseed
from .settings import FIRST_USER, BoxLimits, Granted, Settings
from .workers import keep_in_process

FDS_OF_BOX = (3, 4)  # channel and pipe for the place, in the box


def main(settings: Settings) -> None:
    """Serve until the judge closes the socket."""
    control = socket.socket(fileno=settings.control)
    try:
        granted = _jail(settings) if settings.namespaces else _stay(settings)
        _load(settings)
    except BaseException as error:  # noqa: BLE001 - whatever it is, the judge is to hear of it
        control.send(json.dumps({"event": "failed", "error": f"{type(error).__name__}: {error}"[:2000]}).encode())
        os._exit(1)
    control.send(json.dumps({"event": "up", **asdict(granted)}).encode())
    _Server(settings, control, granted).serve()


def _jail(settings: Settings) -> Granted:
    """Enter namespaces that all boxes lie in."""
    proc = os.open("/proc/self", os.O_RDONLY | os.O_DIRECTORY)
    is_root = os.geteuid() == 0
    user, group = (FIRST_USER, FIRST_USER) if is_root else (os.getuid(), os.getgid())
    if is_root:  # while the interpreter can still be read, wherever it lies
        linux.unshare(linux.NEWNS)
        mounts.build(settings)
        linux.become(user)
    linux.unshare(linux.NEWUSER | linux.NEWNS | linux.NEWPID | linux.NEWNET | linux.NEWIPC | linux.NEWUTS)
    linux.map_user(proc, 0, user, group)
    os.close(proc)
    inner = os.fork()
    if inner:  # the shell: it only passes on how the inner one ends
        os.closerange(3, 256)
        _, status = os.waitpid(inner, 0)
        os._exit(os.waitstatus_to_exitcode(status) & 0xFF)
    linux.prctl(linux.PR_SET_PDEATHSIG, signal.SIGKILL)
    if not is_root:
        mounts.build(settings)
    return Granted(own_proc=mounts.enter(settings), own_users=False)


def _stay(settings: Settings) -> Granted:
    """Without namespaces: see to it that what loses its parent becomes a child of this process."""
    linux.prctl(linux.PR_SET_CHILD_SUBREAPER, 1)
    os.setsid()
    boxes = Path(settings.folder, "boxes")
    boxes.mkdir(mode=0o711)
    if landlock.version() == 0:
        raise OSError("the kernel has neither user namespaces nor Landlock")
    return Granted(own_proc=True, own_users=os.geteuid() == 0 and _readable_by_others())


def _readable_by_others() -> bool:
    """Return whether the users that boxes run as can read the interpreter: ask a process that has become one."""
    pid = os.fork()
    if pid == 0:
        try:
            linux.become(FIRST_USER)
            for path in (os.__file__, __file__):
                Path(path).read_bytes()
            os._exit(0)
        except OSError:
            os._exit(1)
    return os.waitpid(pid, 0)[1] == 0


def _load(settings: Settings) -> None:
    virtual = importlib.import_module("harness.virtual") if os.environ.get("GRADER_DEVICE") == "virtual" else None
    if virtual:
        virtual.prepare()
    for name in settings.imports:
        importlib.import_module(name)
    importlib.import_module("harness.serve")
    if virtual:
        virtual.install()
    # No parallel region and no `backward()` may run here: a child would wait for threads that a fork does not copy.
    if torch := sys.modules.get("torch"):
        torch.set_num_threads(1)
    gc.collect()
    gc.freeze()  # else each collection in a child would write to the pages that it shares with this process


@dataclass(kw_only=True)
class _Box:
    id: int
    pid: int
    folder: str  # empty where there is a mount namespace


@dataclass
class _Server:
    settings: Settings
    control: socket.socket
    granted: Granted
    boxes: dict[int, _Box] = field(default_factory=dict)  # by pidfd

    def serve(self) -> None:
        """Start what is asked for, and tell of what has ended."""
        own = os.pidfd_open(os.getpid())
        poll = select.poll()
        poll.register(self.control, select.POLLIN)
        while True:
            for fd, _ in poll.poll():
                if fd != self.control.fileno():
                    poll.unregister(fd)
                    self._ended(self.boxes.pop(fd))
                    os.close(fd)
                    continue
                data, fds, _, _ = socket.recv_fds(self.control, 65536, 3)
                if not data:
                    self._leave()
                pidfd = self._start(json.loads(data), fds, own)
                if pidfd is not None:
                    poll.register(pidfd, select.POLLIN)
                for each in fds:
                    os.close(each)

    def _start(self, asked: dict[str, Any], fds: list[int], own: int) -> int | None:
        limits, number = BoxLimits(**asked["limits"]), asked["id"]
        folder = "" if self.settings.namespaces else str(Path(self.settings.folder, "boxes", str(number)))
        try:
            if folder:
                Path(folder).mkdir(mode=0o700)
            if self.settings.namespaces:
                linux.unshare(linux.NEWPID)
            pid = os.fork()
        except OSError as error:
            self._tell({"event": "started", "id": number, "error": str(error)})
            return None
        if pid == 0:
            self._become_box(limits, folder, fds)
        if self.settings.namespaces:
            linux.setns(own, linux.NEWPID)  # the next one gets a pid namespace of its own, too
        pidfd = os.pidfd_open(pid)
        self.boxes[pidfd] = _Box(id=number, pid=pid, folder=folder)
        self._tell({"event": "started", "id": number, "error": ""}, pidfd)
        return pidfd

    def _become_box(self, limits: BoxLimits, folder: str, fds: list[int]) -> None:
        """Never returns; whatever fails before student code is told on the output, and is the judge's trouble."""
        try:
            channel, output, where = fds
            for source, target in ((output, 1), (output, 2), (os.open(os.devnull, os.O_RDONLY), 0)):
                os.dup2(source, target)
            for source, target in zip((channel, where), FDS_OF_BOX, strict=True):
                os.dup2(source, target)  # they came in this order, so that none is overwritten by the one before
                os.set_inheritable(target, False)
            os.closerange(FDS_OF_BOX[-1] + 1, 4096)
            confine(self.settings, limits, self.granted, folder)
            reseed()
            if not self.settings.namespaces:
                keep_in_process()
            importlib.import_module("harness.serve").main(*FDS_OF_BOX)
        except BaseException as error:  # noqa: BLE001 - this process must never go on as a second server
            with contextlib.suppress(OSError):
                os.write(2, f"{type(error).__name__}: {error}".encode())
        finally:
            os._exit(97)

    def _ended(self, box: _Box) -> None:
        if self.settings.namespaces:
            _, status = os.waitpid(box.pid, 0)
        else:
            status = self._sweep(box)
        self._tell({"event": "ended", "id": box.id, "status": os.waitstatus_to_exitcode(status)})

    def _sweep(self, box: _Box) -> int:
        """Take the whole process group along and wait for it; a box cannot leave its group."""
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(box.pid, signal.SIGKILL)  # before its number is free for another
        _, status = os.waitpid(box.pid, 0)
        while True:
            try:
                os.killpg(box.pid, signal.SIGKILL)
                os.waitpid(-box.pid, 0)
            except (ProcessLookupError, ChildProcessError):
                break
        subprocess.run(["rm", "-rf", "--", box.folder], check=False)  # noqa: S607 - Python's own gives up on deep trees
        return status

    def _tell(self, event: dict[str, Any], *fds: int) -> None:
        try:
            socket.send_fds(self.control, [json.dumps(event).encode()], fds)
        except OSError:  # the judge has gone
            self._leave()

    def _leave(self) -> None:
        for box in self.boxes.values():
            with contextlib.suppress(ProcessLookupError, PermissionError):
                (os.kill if self.settings.namespaces else os.killpg)(box.pid, signal.SIGKILL)
        os._exit(0)
