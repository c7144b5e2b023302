"""A plain subprocess: resource limits, a wall limit and a process group to kill. It isolates nothing, and says so."""

import contextlib
import fcntl
import os
import re
import resource
import secrets
import selectors
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib.resources import as_file, files
from pathlib import Path
from typing import ClassVar

from grader.boxes.replies import answered, is_question, reply_of
from grader.boxes.wire import FrameReader, WireError, encode
from grader.errors import BoxError
from grader.model.assignment import Limits
from grader.model.evidence import Ending, Outcome, Place
from grader.model.values import Value
from grader.ports import Question, Reply

START_S = 120.0  # for the interpreter and torch to load on a slow, busy machine; not charged to the student
CHUNK = 1 << 20
WHERE_S = 0.5  # to let a hung process say where it is before it is killed

# No `-c` text from outside, and nothing of the student's, runs before the harness has announced itself.
BOOT = "import sys; sys.path.insert(0, sys.argv[1]); from harness.serve import main; main(int(sys.argv[2]), int(sys.argv[3]), sys.argv[4])"  # noqa: E501 - one argument


class LocalSandbox:
    """Opens boxes that are plain subprocesses."""

    isolation: ClassVar[str] = "none"

    @contextmanager
    def open(
        self, *, driver: str, files: Mapping[str, bytes], environment: Mapping[str, str], limits: Limits
    ) -> Iterator["_LocalBox"]:
        """Open a box in a temporary folder that goes with it."""
        with tempfile.TemporaryDirectory(prefix="grader-box-", ignore_cleanup_errors=True) as folder:
            root = Path(folder)
            _copy_harness(root)
            work = root / "work"
            work.mkdir()
            for name, data in files.items():
                (work / name).write_bytes(data)
            box = _LocalBox(root, driver, environment, limits)
            try:
                box.wait_ready()
                yield box
            finally:
                box.close()


def _copy_harness(root: Path) -> None:
    with as_file(files("grader") / "harness") as harness:
        shutil.copytree(harness, root / "harness", ignore=shutil.ignore_patterns("__pycache__"))


def _environment(root: Path, extra: Mapping[str, str]) -> dict[str, str]:
    """Nothing of the judge's own environment goes along, except where programs are found."""
    home = str(root / "work")
    return {
        "PATH": os.environ.get("PATH", os.defpath),
        "LANG": "C.UTF-8",
        "HOME": home,
        "TMPDIR": home,
        "OMP_NUM_THREADS": "1",
        "OPENBLAS_NUM_THREADS": "1",
        **{key: os.environ[key] for key in ("LD_LIBRARY_PATH", "OPENBLAS_CORETYPE") if key in os.environ},
        **extra,
    }


class _LocalBox:
    """One subprocess, the channel to it, and what it prints."""

    def __init__(self, root: Path, driver: str, environment: Mapping[str, str], limits: Limits) -> None:
        self._sock, child_sock = socket.socketpair()
        out_read, out_write = os.pipe()
        self._where, where_write = os.pipe()
        self._output = _HeadAndTail(limits.output_bytes)
        self._out, self._reader = out_read, FrameReader()
        fds = (child_sock.fileno(), where_write)
        try:
            self._process = subprocess.Popen(
                [sys.executable, "-I", "-B", "-c", BOOT, str(root), *map(str, fds), driver],
                stdin=subprocess.DEVNULL,
                stdout=out_write,
                stderr=out_write,
                cwd=root / "work",
                env=_environment(root, environment),
                pass_fds=fds,
                start_new_session=True,
            )
            self._limit(limits)
        except OSError as error:
            raise BoxError(f"cannot start {sys.executable}: {error}") from error
        finally:
            child_sock.close()
            os.close(out_write)
            os.close(where_write)
        self._sock.setblocking(False)
        for fd in (self._out, self._where):
            fcntl.fcntl(fd, fcntl.F_SETFL, fcntl.fcntl(fd, fcntl.F_GETFL) | os.O_NONBLOCK)

    def _limit(self, limits: Limits) -> None:
        """Limit the process before it has read anything; NPROC is left out, as it counts the whole user."""
        pid = self._process.pid
        for kind, value in (
            (resource.RLIMIT_DATA, limits.memory_bytes),
            (resource.RLIMIT_FSIZE, 256 * 1024**2),
            (resource.RLIMIT_NOFILE, 256),
            (resource.RLIMIT_CORE, 0),
        ):
            with contextlib.suppress(ProcessLookupError):
                resource.prlimit(pid, kind, (value, value))

    @property
    def output(self) -> str:
        """Head and tail of what was printed."""
        self._drain_output()
        return self._output.text()

    def wait_ready(self) -> None:
        """Wait until the harness is loaded; whatever goes wrong before that is no student's fault."""
        message = self._exchange(b"", time.monotonic() + START_S)
        if not isinstance(message, Mapping) or message.get("ready") is not True:
            raise BoxError(f"the harness did not start: {self.output[-800:]}")

    def request(
        self, op: str, payload: Mapping[str, Value], *, limits: Limits, answer: Question | None = None
    ) -> Reply:
        """Ask, answer what is asked meanwhile, and time it all by the judge's clock."""
        nonce = secrets.token_hex(16)
        start = time.monotonic()
        deadline = start + limits.wall_s
        frame = encode({"id": nonce, "op": op, "payload": payload})
        try:
            while True:
                message = self._exchange(frame, deadline)
                if message is None:
                    return Reply(outcome=self._ended(time.monotonic() - start, limits))
                if not is_question(message, nonce):
                    return reply_of(message, time.monotonic() - start, limits)
                frame = encode({"id": nonce, "answer": answered(message, answer)})
        except WireError as error:
            self._kill()
            return Reply(outcome=Outcome(ending=Ending.BAD_REPLY, text=str(error), seconds=time.monotonic() - start))

    def _exchange(self, frame: bytes, deadline: float) -> Mapping[str, Value] | None:
        """Send a frame and return the next whole message, or None when the process hung or ended."""
        unsent = memoryview(frame)
        with selectors.PollSelector() as selector:
            selector.register(self._out, selectors.EVENT_READ)
            selector.register(self._sock, selectors.EVENT_READ | (selectors.EVENT_WRITE if unsent else 0))
            while (message := self._reader.next()) is None:
                ready = selector.select(max(0.0, deadline - time.monotonic()))
                if not ready:
                    return None
                for key, events in ready:
                    if key.fd == self._out:
                        if not self._drain_output():
                            selector.unregister(self._out)
                        continue
                    if events & selectors.EVENT_WRITE:
                        unsent = self._write(unsent)
                        if not unsent:
                            selector.modify(self._sock, selectors.EVENT_READ)
                    if events & selectors.EVENT_READ and not self._read():
                        return None
        return message

    def _write(self, data: memoryview) -> memoryview:
        try:
            return data[self._sock.send(data) :]
        except BlockingIOError:
            return data
        except OSError:  # the process is gone: reading will say how
            return data[len(data) :]

    def _read(self) -> bool:
        """Take what has come; False at the end of the stream."""
        try:
            data = self._sock.recv(CHUNK)
        except BlockingIOError:
            return True
        except OSError:
            return False
        self._reader.feed(data)
        return bool(data)

    def _drain_output(self) -> bool:
        """Take what was printed; False when nothing more can come."""
        try:
            while data := os.read(self._out, CHUNK):
                self._output.feed(data)
        except BlockingIOError:
            return True
        except OSError:
            return False
        return False

    def _ended(self, seconds: float, limits: Limits) -> Outcome:
        """Tell a process that hung from one that ended, and leave neither alive."""
        if seconds < limits.wall_s:
            with contextlib.suppress(subprocess.TimeoutExpired):
                code = self._process.wait(1.0)
                self._kill()
                return Outcome(ending=Ending.DIED, seconds=seconds, signal=-code if code < 0 else None)
            # The channel was closed, but the process lives on: it can answer nothing any more.
            self._kill()
            return Outcome(ending=Ending.BAD_REPLY, seconds=seconds, text="the channel was closed")
        place = self._ask_where()
        self._kill()
        return Outcome(ending=Ending.TIMEOUT, seconds=seconds, limit=limits.wall_s, place=place)

    def _ask_where(self) -> Place | None:
        """Let faulthandler write where a hung process is; only explains, so a lie costs nothing."""
        with contextlib.suppress(ProcessLookupError):
            self._process.send_signal(signal.SIGUSR1)
        time.sleep(WHERE_S)
        try:
            return place_in(os.read(self._where, 65536).decode(errors="replace"))
        except BlockingIOError:
            return None

    def _kill(self) -> None:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()

    def close(self) -> None:
        """End every process of the group and let go of the pipes."""
        self._kill()
        self._sock.close()
        os.close(self._out)
        os.close(self._where)


def place_in(dump: str) -> Place | None:
    """Return the innermost place in a student's file from faulthandler's dump: those alone have no folder."""
    found = re.search(r'File "([^"/\\<]+?)(?:\[(\d{1,6})\])?", line (\d{1,9}) in', dump)
    if not found:
        return None
    return Place(file=found[1], cell=int(found[2]) if found[2] else None, line=int(found[3]))


class _HeadAndTail:
    """Keeps the first and the last half of what is printed, and counts the lines between."""

    def __init__(self, limit: int) -> None:
        self._half = limit // 2
        self._head, self._tail, self._lost = b"", b"", 0

    def feed(self, data: bytes) -> None:
        """Add what was printed."""
        room = self._half - len(self._head)
        self._head, rest = self._head + data[:room], data[room:] if room < len(data) else b""
        self._tail += rest
        if len(self._tail) > self._half:
            self._lost += self._tail[: -self._half].count(b"\n")
            self._tail = self._tail[-self._half :]

    def text(self) -> str:
        """Return it all, with a line that says what is left out."""
        middle = f"\n… {self._lost} lines left out\n".encode() if self._lost else b""
        return (self._head + middle + self._tail).decode(errors="replace")
