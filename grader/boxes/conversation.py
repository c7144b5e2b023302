"""The judge's side of one box: it asks, keeps the time, watches the limits, and ends what breaks them."""

import contextlib
import errno
import os
import secrets
import selectors
import signal
import socket
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from grader.boxes.places import place_in
from grader.boxes.printed import Printed
from grader.boxes.replies import answered, is_question, limit_of, reply_of
from grader.boxes.wire import MAX_JSON, Frame, FrameReader, WireError, encode
from grader.errors import BoxError
from grader.model.assignment import Limits
from grader.model.evidence import Ending, Outcome, Place
from grader.model.values import Array, Value
from grader.ports import Question, Reply

START_S = 120.0  # for the interpreter and torch to load on a slow, busy machine; not charged to the student
_THREAD = 1  # PIDFD_SIGNAL_THREAD: to the thread that the descriptor stands for, which of a process is the main one
WHERE_S = 2.0  # to let a hung process on a busy machine say where it is before it is killed
WATCH_S = 0.05  # between two looks at what a box uses
ENDED_S = 1.0  # for a process that has closed its channel to end
CHUNK = 1 << 20


@dataclass(frozen=True, kw_only=True)
class Usage:
    """What all processes of a box use together."""

    cpu_s: float = 0.0  # since the box was started
    memory_bytes: int = 0
    disk_bytes: int = 0
    tasks: int = 0  # processes and threads
    killed: int = 0  # processes that the kernel ended because of their memory


class Process(Protocol):
    """The processes of one box."""

    pidfd: int  # of the first one

    def usage(self, *, memory: bool = True) -> Usage:
        """Return what they use now, as far as this sandbox can tell; without the memory it may take less time."""

    def waited(self) -> float:
        """Return the seconds that the main thread of the first one was ready to run, and had no processor."""

    def signal(self, number: int) -> None:
        """Send a signal to all of them that can be found."""

    def end(self) -> int:
        """Kill them all, and return how the first one ended: its exit code, or the negated signal. Raises BoxError."""


@dataclass(frozen=True, kw_only=True)
class Wires:
    """The judge's ends of what leads into a box."""

    channel: socket.socket
    output: int  # descriptor of a pipe: stdout and stderr
    where: int  # descriptor of a pipe, on which a signal makes the box write where it is

    def close(self) -> None:
        """Let go of them."""
        self.channel.close()
        os.close(self.output)
        os.close(self.where)


class Conversation:
    """A box that answers requests."""

    def __init__(self, process: Process, wires: Wires) -> None:
        self._process, self._wires = process, wires
        self._printed, self._reader = Printed(), FrameReader()
        wires.channel.setblocking(False)
        for fd in (wires.output, wires.where):
            os.set_blocking(fd, False)

    def wait_ready(self) -> None:
        """Wait until the harness is loaded. Raises BoxError: what goes wrong before that is no student's fault."""
        message = self._exchange(None, time.monotonic() + START_S, None)
        if not isinstance(message, Mapping) or message.get("ready") is not True:
            raise BoxError(f"the harness did not start: {self.output[-800:]}")

    def prepare(self, driver: str, files: Mapping[str, bytes]) -> None:
        """Put files into the working folder and choose the driver. Raises BoxError."""
        sent: dict[str, Value] = {
            name: Array(dtype="uint8", shape=(len(data),), data=data) for name, data in files.items()
        }
        reply = self.request("open", {"driver": driver, "files": sent}, limits=Limits(wall_s=START_S))
        if reply.outcome.ending is not Ending.RETURNED:
            raise BoxError(f"the driver {driver} did not start: {reply.outcome.said} {self.output[-800:]}")

    @property
    def alive(self) -> bool:
        """Whether its first process still runs."""
        with selectors.PollSelector() as selector:
            selector.register(self._process.pidfd, selectors.EVENT_READ)
            return not selector.select(0)

    @property
    def output(self) -> str:
        """Head and tail of what was printed since the last request."""
        self._drain_output()
        return self._printed.text()

    @property
    def cpu_s(self) -> float:
        """Processor time in seconds that all its processes have used."""
        return self._process.usage(memory=False).cpu_s

    @property
    def waited_s(self) -> float:
        """Seconds that its main thread was ready to run, and had no processor."""
        return self._process.waited()

    def pause(self) -> None:
        """Stop all its processes; one that escapes shows in `cpu_s`."""
        self._process.signal(signal.SIGSTOP)

    def resume(self) -> None:
        """Let them run again."""
        self._process.signal(signal.SIGCONT)

    def request(
        self, op: str, payload: Mapping[str, Value], *, limits: Limits, answer: Question | None = None, room: int = 0
    ) -> Reply:
        """Ask, answer what is asked meanwhile, and time it all by the judge's clock, from when the request is sent."""
        self._drain_output()
        self._printed = Printed()
        nonce = secrets.token_hex(16)
        message: Mapping[str, Value] = {"id": nonce, "op": op, "payload": payload}
        with encode(message, limits.memory_bytes, room) as frame:
            watch = _Watch(limits, self._process, self._printed)
            return self._answered(frame, nonce, watch, answer)

    def _answered(self, frame: Frame, nonce: str, watch: "_Watch", answer: Question | None) -> Reply:
        """Send a request, answer what is asked meanwhile, and return the reply."""
        limits = watch.limits
        deadline = watch.start + limits.wall_s
        try:
            found = self._exchange(frame, deadline, watch)
            while True:
                if found is None:
                    return Reply(outcome=self._ended(watch, limits))
                if not is_question(found, nonce):
                    return reply_of(found, watch.seconds, limits)
                with encode({"id": nonce, "answer": answered(found, answer)}, limits.memory_bytes) as further:
                    found = self._exchange(further, deadline, watch)
        except WireError as error:
            self._process.end()
            return Reply(outcome=Outcome(ending=Ending.BAD_REPLY, text=str(error), seconds=watch.seconds))

    def _exchange(self, frame: Frame | None, deadline: float, watch: "_Watch | None") -> Mapping[str, Value] | None:
        """Send a frame and return the next whole message, or None when a limit was hit or the process ended."""
        channel = self._wires.channel
        with selectors.PollSelector() as selector:
            selector.register(self._wires.output, selectors.EVENT_READ)
            selector.register(self._process.pidfd, selectors.EVENT_READ)
            selector.register(channel, selectors.EVENT_READ | (selectors.EVENT_WRITE if frame else 0))
            while (message := self._reader.next(frame.replies if frame else None)) is None:
                left = deadline - time.monotonic()
                if left <= 0 or (watch and watch.hit()):
                    return None
                for key, events in selector.select(min(left, watch.pause) if watch else left):
                    if key.fd == self._wires.output:
                        if not self._drain_output():
                            selector.unregister(key.fd)
                    elif key.fd == self._process.pidfd:
                        # What it sent before it ended has come by now.
                        return self._last_message(frame)
                    elif frame and events & selectors.EVENT_WRITE and frame.send(channel):
                        selector.modify(channel, selectors.EVENT_READ)
                    elif events & selectors.EVENT_READ and not self._read():
                        return None
        return message

    def _last_message(self, frame: Frame | None) -> Mapping[str, Value] | None:
        # What lives on may go on sending: nothing that counts is longer than this.
        for _ in range(MAX_JSON // CHUNK + 2):
            if not self._read(only_what_is_there=True):
                break
        return self._reader.next(frame.replies if frame else None)

    def _read(self, *, only_what_is_there: bool = False) -> bool:
        """Take what has come; False at the end of the stream."""
        try:
            # No room for descriptors: those that a box sends are dropped by the kernel.
            data = self._wires.channel.recv(CHUNK)
        except BlockingIOError:
            return not only_what_is_there
        except OSError:
            return False
        self._reader.feed(data)
        return bool(data)

    def _drain_output(self) -> bool:
        """Take what has been printed; False when nothing more can come."""
        try:
            # Once more than a pipe holds, and no longer: a box may print faster than it is read.
            for _ in range(2):
                data = os.read(self._wires.output, CHUNK)
                self._printed.feed(data)
                if not data:
                    return False
        except BlockingIOError:
            return True
        except OSError:
            return False
        return True

    def _ended(self, watch: "_Watch", limits: Limits) -> Outcome:
        """Tell which limit was hit, or how the process ended, and leave nothing of it alive."""
        seconds = watch.seconds
        if ending := watch.hit():
            place = self._locate()
            self._process.end()
            return Outcome(ending=ending, seconds=seconds, limit=limit_of(ending, limits), place=place)
        with selectors.PollSelector() as selector:
            selector.register(self._process.pidfd, selectors.EVENT_READ)
            died = bool(selector.select(ENDED_S))
        killed = self._process.usage().killed > watch.begin.killed
        status = self._process.end()
        if killed:
            return Outcome(ending=Ending.MEMORY, seconds=seconds, limit=limits.memory_bytes)
        if not died:  # the channel was closed, but the process lived on: it could answer nothing any more
            return Outcome(ending=Ending.BAD_REPLY, seconds=seconds, text="the channel was closed")
        return Outcome(ending=Ending.DIED, seconds=seconds, signal=-status if status < 0 else None)

    def _locate(self) -> Place | None:
        """Let faulthandler write where a process is; that only explains, so a lie costs nothing."""
        told, place, deadline = b"", None, time.monotonic() + WHERE_S
        with selectors.PollSelector() as selector, contextlib.suppress(ProcessLookupError):
            selector.register(self._wires.where, selectors.EVENT_READ)
            while place is None and len(told) < CHUNK and time.monotonic() < deadline:
                if not selector.select(WATCH_S):
                    _ask_main_thread(self._process.pidfd)
                    continue
                piece = os.read(self._wires.where, CHUNK)  # it comes in pieces
                if not piece:
                    break
                told += piece
                place = place_in(told.decode(errors="replace"))
        return place

    def close(self) -> None:
        """End every process and let go of the pipes."""
        try:
            self._process.end()
        finally:
            self._wires.close()


def _ask_main_thread(pidfd: int) -> None:
    """Send the signal that makes a box say where it is; on Linux before 6.9 another thread may take it."""
    try:
        signal.pidfd_send_signal(pidfd, signal.SIGUSR1, None, _THREAD)
    except OSError as error:
        if error.errno != errno.EINVAL:
            raise
        signal.pidfd_send_signal(pidfd, signal.SIGUSR1)


class _Watch:
    """Looks, while a request runs, at what the box uses."""

    def __init__(self, limits: Limits, process: Process, printed: Printed) -> None:
        self.limits, self._process, self._printed = limits, process, printed
        self.begin, self._printed_before = process.usage(memory=False), printed.total
        self.pause = WATCH_S
        self.start = time.monotonic()
        self._next = self.start + self.pause  # what is done by then is not disturbed
        self._hit: Ending | None = None

    @property
    def seconds(self) -> float:
        """Since the request was made, by the judge's clock."""
        return time.monotonic() - self.start

    def hit(self) -> Ending | None:
        """Return the limit that has been hit, if one has."""
        self._hit = self._hit or self._looked()
        return self._hit

    def _looked(self) -> Ending | None:
        limits, now = self.limits, time.monotonic()
        if self._printed.total - self._printed_before > limits.output_bytes:
            return Ending.OUTPUT
        late = now - self.start >= limits.wall_s
        if now < self._next and not late:
            return None
        usage = self._process.usage(memory=not late)
        took = time.monotonic() - now
        self.pause = max(WATCH_S, 4 * took)  # looking must not take the processor from what is looked at
        self._next = now + self.pause
        crossed = {
            Ending.MEMORY: usage.memory_bytes > limits.memory_bytes or usage.killed > self.begin.killed,
            Ending.DISK: usage.disk_bytes > limits.disk_bytes,
            # One that goes on although it gets no more of them says nothing of that itself.
            Ending.PROCESSES: usage.tasks > limits.processes - late,
            Ending.CPU: usage.cpu_s - self.begin.cpu_s > limits.cpu_s,
            Ending.TIMEOUT: late,
        }
        return next((ending for ending, is_so in crossed.items() if is_so), None)
