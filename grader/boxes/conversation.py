"""The judge's side of one box: it asks, keeps the time, watches the limits, and ends what breaks them."""

import secrets
import time
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from typing import Protocol

from grader.boxes.printed import Printed
from grader.boxes.replies import answered, is_question, limit_of, reply_of
from grader.boxes.watch import Process, Watch
from grader.boxes.wire import WireError
from grader.errors import BoxError
from grader.model.assignment import Limits
from grader.model.evidence import Ending, Outcome, Place
from grader.model.values import Array, Value
from grader.ports import Question, Reply

START_S = 120.0  # for the interpreter and torch to load on a slow, busy machine; not charged to the student
ENDED_S = 1.0  # for a process that has closed its channel to end
# Sends what is ready, until a moment of the judge's clock, and returns the next whole message; None when a limit was
# hit or the process ended. Raises WireError for what is no message.
Exchange = Callable[[float, Watch], Mapping[str, Value] | None]


class Line(Protocol):
    """What joins the judge to a box: a way for messages, and one for what is printed."""

    def first(self, deadline: float) -> Mapping[str, Value] | None:
        """Return the message with which the harness says that it is loaded. Raises WireError."""

    def ready(self, message: Mapping[str, Value], most: int, room: int) -> AbstractContextManager[Exchange]:
        """Make a message ready, so that sending it takes no longer than it must.

        Args:
            message: with arrays anywhere in it.
            most: bytes of arrays that may come back.
            room: bytes of them that memory is found for beforehand.
        """

    def printed(self) -> Printed:
        """Return what has been printed since `turn_over`."""

    def turn_over(self) -> Printed:
        """Begin with what is printed from now on, and return where that is kept."""

    def locate(self) -> Place | None:
        """Let the process say where it is; that only explains, so a lie costs nothing."""

    def close(self) -> None:
        """Let go of it."""


class Conversation:
    """A box that answers requests."""

    def __init__(self, process: Process, line: Line) -> None:
        self._process, self._line = process, line

    def wait_ready(self) -> None:
        """Wait until the harness is loaded. Raises BoxError: what goes wrong before that is no student's fault."""
        message = self._line.first(time.monotonic() + START_S)
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
        return not self._process.ended(0)

    @property
    def output(self) -> str:
        """Head and tail of what was printed since the last request."""
        return self._line.printed().text()

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
        self._process.pause()

    def resume(self) -> None:
        """Let them run again."""
        self._process.resume()

    def request(
        self, op: str, payload: Mapping[str, Value], *, limits: Limits, answer: Question | None = None, room: int = 0
    ) -> Reply:
        """Ask, answer what is asked meanwhile, and time it all by the judge's clock, from when the request is sent."""
        printed = self._line.turn_over()
        nonce = secrets.token_hex(16)
        message: Mapping[str, Value] = {"id": nonce, "op": op, "payload": payload}
        with self._line.ready(message, limits.memory_bytes, room) as exchange:
            watch = Watch(limits, self._process, printed)
            return self._answered(exchange, nonce, watch, answer)

    def _answered(self, exchange: Exchange, nonce: str, watch: Watch, answer: Question | None) -> Reply:
        """Send a request, answer what is asked meanwhile, and return the reply."""
        limits = watch.limits
        deadline = watch.start + limits.wall_s
        try:
            found = exchange(deadline, watch)
            while True:
                if found is None:
                    return Reply(outcome=self._ended(watch, limits))
                if not is_question(found, nonce):
                    return reply_of(found, watch.seconds, limits)
                message = {"id": nonce, "answer": answered(found, answer)}
                with self._line.ready(message, limits.memory_bytes, 0) as further:
                    found = further(deadline, watch)
        except WireError as error:
            self._process.end()
            return Reply(outcome=Outcome(ending=Ending.BAD_REPLY, text=str(error), seconds=watch.seconds))

    def _ended(self, watch: Watch, limits: Limits) -> Outcome:
        """Tell which limit was hit, or how the process ended, and leave nothing of it alive."""
        seconds = watch.seconds
        if ending := watch.hit():
            place = self._line.locate()
            self._process.end()
            return Outcome(ending=ending, seconds=seconds, limit=limit_of(ending, limits), place=place)
        died = self._process.ended(ENDED_S)
        killed = self._process.usage().killed > watch.begin.killed
        status = self._process.end()
        if killed:
            return Outcome(ending=Ending.MEMORY, seconds=seconds, limit=limits.memory_bytes)
        if not died:  # the channel was closed, but the process lived on: it could answer nothing any more
            return Outcome(ending=Ending.BAD_REPLY, seconds=seconds, text="the channel was closed")
        return Outcome(ending=Ending.DIED, seconds=seconds, signal=-status if status < 0 else None)

    def close(self) -> None:
        """End every process and let go of the line."""
        try:
            self._process.end()
        finally:
            self._line.close()
