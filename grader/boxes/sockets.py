"""The line to a box on Linux: a socket that carries descriptors, and pipes, watched together with the process."""

import contextlib
import errno
import os
import selectors
import signal
import socket
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial

from grader.boxes.conversation import Exchange
from grader.boxes.memory_files import Frame, FrameReader, encode
from grader.boxes.places import place_in
from grader.boxes.printed import Printed
from grader.boxes.watch import WATCH_S, Watch
from grader.boxes.wire import MAX_JSON
from grader.model.evidence import Place
from grader.model.values import Value

WHERE_S = 2.0  # to let a hung process on a busy machine say where it is before it is killed
CHUNK = 1 << 20
_THREAD = 1  # PIDFD_SIGNAL_THREAD: to the thread that the descriptor stands for, which of a process is the main one


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


class SocketLine:
    """Joins the judge to the process behind a pidfd."""

    def __init__(self, wires: Wires, pidfd: int) -> None:
        self._wires, self._pidfd = wires, pidfd
        self._printed, self._reader = Printed(), FrameReader()
        wires.channel.setblocking(False)
        for fd in (wires.output, wires.where):
            os.set_blocking(fd, False)

    def first(self, deadline: float) -> Mapping[str, Value] | None:
        """Return the message with which the harness says that it is loaded. Raises WireError."""
        return self._exchange(None, deadline, None)

    @contextmanager
    def ready(self, message: Mapping[str, Value], most: int, room: int) -> Iterator[Exchange]:
        """Make the memory files of a message."""
        with encode(message, most, room) as frame:
            yield partial(self._exchange, frame)

    def printed(self) -> Printed:
        """Return what has been printed since `turn_over`."""
        self._drain_output()
        return self._printed

    def turn_over(self) -> Printed:
        """Begin with what is printed from now on."""
        self._drain_output()
        self._printed = Printed()
        return self._printed

    def _exchange(self, frame: Frame | None, deadline: float, watch: Watch | None) -> Mapping[str, Value] | None:
        """Send a frame and return the next whole message, or None when a limit was hit or the process ended."""
        channel = self._wires.channel
        with selectors.PollSelector() as selector:
            selector.register(self._wires.output, selectors.EVENT_READ)
            selector.register(self._pidfd, selectors.EVENT_READ)
            selector.register(channel, selectors.EVENT_READ | (selectors.EVENT_WRITE if frame else 0))
            while (message := self._reader.next(frame.replies if frame else None)) is None:
                left = deadline - time.monotonic()
                if left <= 0 or (watch and watch.hit()):
                    return None
                for key, events in selector.select(min(left, watch.pause) if watch else left):
                    if key.fd == self._wires.output:
                        if not self._drain_output():
                            selector.unregister(key.fd)
                    elif key.fd == self._pidfd:
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

    def locate(self) -> Place | None:
        """Let faulthandler write where the process is; that only explains, so a lie costs nothing."""
        told, place, deadline = b"", None, time.monotonic() + WHERE_S
        with selectors.PollSelector() as selector, contextlib.suppress(ProcessLookupError):
            selector.register(self._wires.where, selectors.EVENT_READ)
            while place is None and len(told) < CHUNK and time.monotonic() < deadline:
                if not selector.select(WATCH_S):
                    _ask_main_thread(self._pidfd)
                    continue
                piece = os.read(self._wires.where, CHUNK)  # it comes in pieces
                if not piece:
                    break
                told += piece
                place = place_in(told.decode(errors="replace"))
        return place

    def close(self) -> None:
        """Let go of it."""
        self._wires.close()


def _ask_main_thread(pidfd: int) -> None:
    """Send the signal that makes a box say where it is; on Linux before 6.9 another thread may take it."""
    try:
        signal.pidfd_send_signal(pidfd, signal.SIGUSR1, None, _THREAD)
    except OSError as error:
        if error.errno != errno.EINVAL:
            raise
        signal.pidfd_send_signal(pidfd, signal.SIGUSR1)
