"""The judge's end of a server of boxes (grader/harness/jail/zygote.py): it is started, asked for boxes, and ended."""

import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import threading
from collections.abc import Mapping, Sequence
from concurrent.futures import Future
from concurrent.futures import TimeoutError as NotInTimeError
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any

from grader.boxes.conversation import START_S, Conversation
from grader.boxes.schedule import waited_s
from grader.boxes.sockets import SocketLine
from grader.boxes.watch import Usage
from grader.errors import BoxError
from grader.model.assignment import Limits
from grader.ports import Lease
from grader.sandboxes._cgroups import Group, Hierarchy
from grader.sandboxes._environment import environment
from grader.sandboxes._harness import copy_harness, remove
from grader.sandboxes._processes import ended, send, used
from grader.sandboxes._wires import Ends, wire

BOOT = (
    "import sys; sys.path.insert(0, sys.argv[1]); from harness.jail.settings import Settings; "
    "from harness.jail.zygote import main; main(Settings.parse(sys.argv[2]))"
)
PARTS = ("bin", "lib", "lib64", "include", "pyvenv.cfg")  # of an interpreter: never the whole of its folder
END_S = 15.0  # for what was killed to be gone
MOST_MESSAGE = 65536  # bytes


@dataclass(frozen=True, kw_only=True)
class Kind:
    """What a server is for."""

    namespaces: bool  # whether its boxes get namespaces of their own
    hierarchy: Hierarchy | None  # where its boxes' control groups are made
    lease: Lease
    imports: Sequence[str]  # modules that are loaded before the first box


class Server:
    """One process that forks boxes, used from many threads.

    Attributes:
        started: how many boxes it has started.
        granted: what the machine gives its boxes (`Granted` in grader/harness/jail/settings.py).

    Raises:
        BoxError: it does not start.
    """

    def __init__(self, kind: Kind) -> None:
        self.kind, self.started = kind, 0
        self._lock = threading.Lock()
        # What the server will tell, by event and number of the box.
        self._events: dict[tuple[str, int], Future[Any]] = {("up", 0): Future()}
        self._live, self._retired, self._fault = 0, False, ""
        self.folder = Path(tempfile.mkdtemp(prefix="grader-boxes-"))
        self._control, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        try:
            self._process = self._launch(theirs)
        finally:
            theirs.close()
        self._listener = threading.Thread(target=self._listen, daemon=True)
        self._listener.start()
        try:
            self.granted: Mapping[str, bool] = self.wait("up", 0, START_S)
        except BoxError:
            self._close()
            raise

    def _launch(self, control: socket.socket) -> subprocess.Popen[bytes]:
        self.folder.chmod(0o711)  # boxes that run as other users have their folders in it
        (self.folder / "root").mkdir()
        copy_harness(self.folder, self.kind.lease)
        settings = {
            "control": control.fileno(),
            "namespaces": self.kind.namespaces,
            "folder": str(self.folder),
            "readable": [*interpreter(), str(self.folder / "harness")],
            "covered": [str(files("grader"))],
            "devices": self.kind.lease.nodes,
            "imports": self.kind.imports,
        }
        home = "/tmp" if self.kind.namespaces else str(self.folder)  # noqa: S108 - the server's own
        try:
            return subprocess.Popen(
                [sys.executable, "-I", "-B", "-c", BOOT, str(self.folder), json.dumps(settings)],
                stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd="/",
                env=environment(home, self.kind.lease.environment), pass_fds=[control.fileno()],
            )  # fmt: skip
        except OSError as error:
            raise BoxError(f"cannot start {sys.executable}: {error}") from error

    def box(self, limits: Limits) -> Conversation:
        """Return a new box that waits to be opened. Raises BoxError."""
        with self._lock:
            if self._fault:
                raise BoxError(self._fault)
            self.started, self._live = self.started + 1, self._live + 1
            number = self.started
            self._events |= {("started", number): Future(), ("ended", number): Future()}
        wires, ends = wire()
        process = _Box(self, number)
        try:
            process.start(limits, ends)
            box = Conversation(process, SocketLine(wires, process.pidfd))
            box.wait_ready()
        except (BoxError, OSError) as error:
            with contextlib.suppress(BoxError):
                process.end()
            wires.close()
            raise error if isinstance(error, BoxError) else BoxError(str(error)) from error
        finally:
            ends.close()
        return box

    def ask(self, number: int, limits: Limits, ends: Ends) -> None:
        """Ask for a box. Raises OSError: the server has gone."""
        on_a_card = bool(self.kind.lease.nodes)
        asked = {
            "memory_bytes": None if on_a_card else limits.memory_bytes,  # a driver maps more than it uses
            "processes": limits.processes,
            "open_files": limits.open_files,
            "disk_bytes": limits.disk_bytes,
            "shared_memory": self.kind.hierarchy is not None or on_a_card,
        }
        message = json.dumps({"id": number, "limits": asked}).encode()
        with self._lock:
            socket.send_fds(self._control, [message], [ends.channel.fileno(), ends.output, ends.where])

    def wait(self, event: str, number: int, seconds: float) -> Any:
        """Return what the server tells. Raises BoxError: it has failed, or does not tell it."""
        try:
            return self._events[event, number].result(seconds)
        except NotInTimeError:
            self.retire()
            raise BoxError(f"the server of boxes did not tell {event!r} in {seconds:g} s") from None

    def left(self, number: int) -> None:
        """Forget a box that has ended; a server that is retired ends with its last one."""
        with self._lock:
            self._live -= 1
            for event in ("started", "ended"):
                self._events.pop((event, number), None)
            last = self._retired and self._live == 0
        if last:
            self._close()

    def retire(self) -> None:
        """Start no more boxes, and end with the last one."""
        with self._lock:
            last, self._retired = not self._retired and self._live == 0, True
        if last:
            self._close()

    def _listen(self) -> None:
        """Hand out what the server tells, until it ends."""
        error = "the server of boxes has ended"
        with contextlib.suppress(OSError):
            while True:
                data, fds, _, _ = socket.recv_fds(self._control, MOST_MESSAGE, 1)
                if not data:
                    break
                told = json.loads(data)
                if told["event"] == "failed":
                    error = told["error"]
                    break
                self._hand_out(told, fds)
        with self._lock:
            self._fault = error
            open_ones = [future for future in self._events.values() if not future.done()]
        for future in open_ones:
            future.set_exception(BoxError(error))

    def _hand_out(self, told: dict[str, Any], fds: list[int]) -> None:
        future = self._events.get((told["event"], told.get("id", 0)))
        if future is None or future.done():  # nobody waits for it any more
            for fd in fds:
                os.close(fd)
        elif told.get("error"):
            future.set_exception(BoxError(told["error"]))
        else:
            future.set_result(fds[0] if fds else told)

    def _close(self) -> None:
        with contextlib.suppress(OSError):
            self._control.shutdown(socket.SHUT_RDWR)
        try:
            self._process.wait(END_S)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._listener.join()
        self._control.close()
        remove(self.folder)


class _Box:
    """The processes of one box."""

    def __init__(self, server: Server, number: int) -> None:
        self._server, self._number = server, number
        self._group: Group | None = None
        self._memory = 0
        self.pidfd, self._pid, self._status = -1, 0, 0
        self._ended = False
        plain = not server.kind.namespaces
        self._folder = server.folder / "boxes" / str(number) if plain else None

    def start(self, limits: Limits, ends: Ends) -> None:
        """Start the first one, in its control group before anything of a student's runs. Raises OSError, BoxError."""
        hierarchy = self._server.kind.hierarchy
        self._group = hierarchy.group(limits) if hierarchy else None
        self._memory = limits.memory_bytes
        self._server.ask(self._number, limits, ends)
        self.pidfd = self._server.wait("started", self._number, END_S)
        self._pid = _pid_of(self.pidfd)
        if self._group:
            self._group.add(self._pid)

    def usage(self, *, memory: bool = True) -> Usage:
        if self._group:
            return self._group.usage(memory=memory)
        return used(self._pid, self._folder, self._memory if memory else None)

    def waited(self) -> float:
        return waited_s(str(self._pid))

    def pause(self) -> None:
        send(self._pid, signal.SIGSTOP, group=self._folder is not None)

    def resume(self) -> None:
        send(self._pid, signal.SIGCONT, group=self._folder is not None)

    def ended(self, seconds: float) -> bool:
        return ended(self.pidfd, seconds)

    def end(self) -> int:
        if self._ended:
            return self._status
        self._ended = True
        try:
            if self.pidfd >= 0:
                with contextlib.suppress(ProcessLookupError):
                    signal.pidfd_send_signal(self.pidfd, signal.SIGKILL)
                self._status = self._server.wait("ended", self._number, END_S)["status"]
        finally:
            if self.pidfd >= 0:
                os.close(self.pidfd)
            if self._group:
                self._group.close()
            self._server.left(self._number)
        return self._status


def _pid_of(pidfd: int) -> int:
    """Return the number that a process has here, whatever it is in its own namespace."""
    lines = Path(f"/proc/self/fdinfo/{pidfd}").read_text(encoding="ascii").splitlines()
    return int(next(line for line in lines if line.startswith("Pid:")).split()[1])


def interpreter() -> list[str]:
    """Return what of this interpreter and its packages a box needs; what /usr has, it sees anyway."""
    found = (os.path.join(prefix, part) for prefix in {sys.prefix, sys.base_prefix} for part in PARTS)  # noqa: PTH118 - as written, links unresolved
    return sorted(path for path in found if os.path.exists(path) and not path.startswith("/usr/"))  # noqa: PTH110 - the same
