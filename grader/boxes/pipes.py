"""The line to a box on any system: three pipes, of which a thread each reads what comes; arrays follow their JSON."""

import os
import queue
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import IO

from grader.boxes.conversation import Exchange
from grader.boxes.places import place_in
from grader.boxes.printed import Printed
from grader.boxes.watch import WATCH_S, Watch
from grader.boxes.wire import LENGTH, Packed, WireError, head_in, packed
from grader.model.evidence import Place
from grader.model.values import Value

CHUNK = 1 << 20
WHERE_S = 2.0  # for a box on a busy machine to tell where it is
QUIET_S = 1.0  # for what was printed before a message to come as well


class PipeLine:
    """Joins the judge to the harness's `serve_pipes`.

    The box writes a mark into its output before each message, so that what it printed until then is told from what it
    prints later.

    Args:
        requests: what the judge writes to.
        replies: what the messages come from.
        output: what the printed comes from.
        where: file in which the box tells where it is.
    """

    def __init__(self, requests: IO[bytes], replies: IO[bytes], output: IO[bytes], where: Path) -> None:
        self._pipes, self._where = (requests, replies, output), where
        self._messages: queue.SimpleQueue[Mapping[str, Value] | WireError | None] = queue.SimpleQueue()
        self._taken = 0  # messages
        self._output = _Output()
        self._threads = [
            threading.Thread(target=_listen, args=(replies, self._messages.put), daemon=True),
            threading.Thread(target=self._output.collect, args=(output,), daemon=True),
        ]
        for thread in self._threads:
            thread.start()

    def first(self, deadline: float) -> Mapping[str, Value] | None:
        """Return the message with which the harness says that it is loaded. Raises WireError."""
        return self._next(deadline, None)

    @contextmanager
    def ready(self, message: Mapping[str, Value], most: int, room: int) -> Iterator[Exchange]:  # noqa: ARG002 - no file is made
        """Write the message as JSON."""
        yield partial(self._exchange, packed(message))

    def printed(self) -> Printed:
        """Return what has been printed since `turn_over`."""
        self._output.wait(self._taken)
        return self._output.printed

    def turn_over(self) -> Printed:
        """Begin with what is printed from now on."""
        self._output.wait(self._taken)
        self._output.printed = Printed()
        return self._output.printed

    def locate(self) -> Place | None:
        """Wait until the box has told it, which it does all the time; that only explains, so a lie costs nothing."""
        deadline, before = time.monotonic() + WHERE_S, self._told()
        while (told := self._told()) == before and time.monotonic() < deadline:
            time.sleep(WATCH_S)
        return place_in(told.removeprefix(before))

    def _told(self) -> str:
        try:
            return self._where.read_text(encoding="utf-8", errors="replace")
        except OSError:
            return ""

    def close(self) -> None:
        """Let go of the pipes, once the box has ended and nothing more comes."""
        requests, *read = self._pipes
        with suppress(OSError):
            requests.close()
        for thread, pipe in zip(self._threads, read, strict=True):
            thread.join(QUIET_S)
            if not thread.is_alive():  # else something that the box has started still has the other end
                pipe.close()

    def _exchange(self, message: Packed, deadline: float, watch: Watch) -> Mapping[str, Value] | None:
        with suppress(OSError):  # a box that has gone: reading will say how it ended
            requests = self._pipes[0]
            requests.write(message.head)
            at = 0
            for offset, data in message.arrays:
                requests.write(bytes(offset - at))
                requests.write(data)
                at = offset + len(data)
            requests.flush()
        return self._next(deadline, watch)

    def _next(self, deadline: float, watch: Watch | None) -> Mapping[str, Value] | None:
        while (left := deadline - time.monotonic()) > 0 and not (watch and watch.hit()):
            try:
                found = self._messages.get(timeout=min(left, watch.pause) if watch else left)
            except queue.Empty:
                continue
            self._taken += 1
            if isinstance(found, WireError):
                raise found
            return found
        return None


class _Output:
    """What a box prints, as far as it has come."""

    def __init__(self) -> None:
        self.printed = Printed()
        self._marks = 0
        self._came = threading.Condition()

    def collect(self, output: IO[bytes]) -> None:
        """Take what is printed until nothing more can come."""
        rest = b""
        while data := os.read(output.fileno(), CHUNK):
            rest += data
            while (mark := _mark(self._marks + 1)) in rest:
                before, _, rest = rest.partition(mark)
                self._feed(before, 1)
            half = rest.rfind(b"\0", -len(mark))  # of the next mark, perhaps
            keep = len(rest) if half < 0 else half
            self._feed(rest[:keep], 0)
            rest = rest[keep:]
        self._feed(rest, 1 << 62)

    def _feed(self, data: bytes, marks: int) -> None:
        with self._came:
            self.printed.feed(data)
            self._marks += marks
            self._came.notify_all()

    def wait(self, marks: int) -> None:
        """Wait until what was printed before a message has come; not for long, as student code may close the pipe."""
        with self._came:
            self._came.wait_for(lambda: self._marks >= marks, QUIET_S)


def _mark(number: int) -> bytes:
    """Return what a box writes into its output before its message of a number."""
    return b"\0message %d\0" % number


def _listen(replies: IO[bytes], put: Callable[[Mapping[str, Value] | WireError | None], None]) -> None:
    """Put together what comes until it ends, or is no message."""
    try:
        while length := replies.read(LENGTH):
            head_in(length)  # refuses a length that is too large, before so much is waited for
            whole = length + replies.read(int.from_bytes(length, "big"))
            put(_message(whole, replies))
    except (OSError, ValueError, WireError) as error:
        put(error if isinstance(error, WireError) else None)
    put(None)


def _message(whole: bytes, replies: IO[bytes]) -> Mapping[str, Value] | None:
    """Return a message whose head has come, with the arrays that follow it; None at the end of the stream."""
    head = head_in(whole)
    end = max((spec.offset + spec.size for spec in head.specs), default=0) if head else 0
    data = replies.read(end)
    if head is None or len(data) < end:
        return None
    return head.filled([spec.array(data[spec.offset : spec.offset + spec.size]) for spec in head.specs])
