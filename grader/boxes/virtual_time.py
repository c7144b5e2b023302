"""A GPU whose clock only the judge holds: every event is a question, and time is worked out, not measured.

The host has a clock; the GPU has one queue, which is known by the moment at which it will be empty. What a student's
benchmark reads is therefore the same on every machine, and the true time of the work is known.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from grader.boxes.wire import WireError
from grader.model.values import Scalar, Value

MAX_EVENTS = 10_000  # of one run: a benchmark that samples for a second stays below it
MAX_SLEEP = 3600.0  # seconds
LAUNCH = 5e-6  # seconds of the host: a launch on a real card takes about as long
WAIT = 2e-6  # seconds of the host, for synchronizing with an empty queue and for asking whether it is empty
READ = 1e-7  # seconds of the host, for reading a clock
POLL = 8  # steps in which a wait by polling comes nearer to its end: who polls would else ask ten thousand times
RECORD = 1e-6  # seconds of the host, for recording an event


@dataclass(frozen=True, kw_only=True)
class Workload:
    """What the benchmark is given to measure, and what lies in wait for it; all in seconds."""

    kernel: float  # that the GPU truly takes for one call
    first: float = 0.0  # that the host takes besides, on the first call
    earlier: float = 0.0  # of work that stands in the queue once the input has arrived on the device
    outlier: float = 0.0  # that the GPU takes besides, on the first call after a clock was looked at
    copy: float = 1e-5  # that a copy between host and device takes


class VirtualGpu:
    """Answers the questions of one benchmark, and keeps a log of them.

    Each entry of the log has `event`, and after the event: `at`, the host's clock, and `busy`, how long the queue will
    still be at work, both in seconds. A launch has `extra`: `first` or `outlier` where it took longer than the kernel,
    and a copy has `seconds`. `done` is whether the events of an `elapsed`, or what a `query` asks for, were complete.
    """

    def __init__(self, workload: Workload) -> None:
        self._workload = workload
        self._now = 0.0  # clock of the host
        self._empty = 0.0  # when the queue will be empty
        self._launched = self._copied = self._timing = self._disturbed = False
        self._reads = 0  # of the clock, in a row
        self._marks: list[float] = []  # when each recorded event is reached
        self.log: list[Mapping[str, Scalar]] = []

    def answer(self, name: str, payload: Mapping[str, Value]) -> Value:
        """Answer one question.

        Raises:
            WireError: there is no such question, its numbers are none that it can have, or there were too many.
        """
        if len(self.log) >= MAX_EVENTS:
            self.log.append({"event": "limit"})
            raise WireError(f"more than {MAX_EVENTS} events")
        answers: Mapping[str, Callable[[Mapping[str, Value]], Value]] = {
            "clock": self._clock,
            "launch": self._launch,
            "synchronize": lambda _asked: self._wait(self._empty),
            "copy": self._copy,
            "record": self._record,
            "wait": lambda asked: self._wait(self._mark(asked, "event")),
            "query": self._query,
            "elapsed": self._elapsed,
            "sleep": self._sleep,
        }
        if name not in answers:
            raise WireError("a question that was not expected")
        self._reads = self._reads if name == "clock" else 0
        return answers[name](payload)

    def _clock(self, _asked: Mapping[str, Value]) -> float:
        """Return the host's clock in seconds."""
        self._timing = True
        # Read again and again with nothing between, it goes on in growing steps, for the same reason as a poll.
        self._reads += 1
        self._now += READ * self._reads
        self._note("clock")
        return self._now

    def _launch(self, _asked: Mapping[str, Value]) -> None:
        work, extra = self._workload.kernel, ""
        if not self._launched and self._workload.first:
            self._now, extra = self._now + self._workload.first, "first"
        if self._timing and not self._disturbed and self._workload.outlier:
            work, extra, self._disturbed = work + self._workload.outlier, "outlier", True
        self._launched = True
        self._now += LAUNCH
        self._empty = max(self._empty, self._now) + work
        self._note("launch", extra=extra)

    def _wait(self, moment: float) -> None:
        self._now = max(self._now + WAIT, moment)
        self._note("synchronize")

    def _copy(self, _asked: Mapping[str, Value]) -> None:
        """Copy as pageable memory is copied: behind the queue, and the host waits for it."""
        self._now = self._empty = max(self._now, self._empty) + self._workload.copy
        if not self._copied:
            self._empty += self._workload.earlier
        self._copied = True
        self._note("copy", seconds=self._workload.copy)

    def _record(self, _asked: Mapping[str, Value]) -> int:
        """Return the number of a mark behind everything that is in the queue."""
        self._timing = True
        self._now += RECORD
        self._marks.append(max(self._now, self._empty))
        self._note("record")
        return len(self._marks) - 1

    def _query(self, asked: Mapping[str, Value]) -> bool:
        """Return whether an event, or without one the queue, is done."""
        moment = self._empty if asked.get("event") is None else self._mark(asked, "event")
        self._now += max(WAIT, (moment - self._now) / POLL)
        done = moment <= self._now
        self._note("query", done=done)
        return done

    def _elapsed(self, asked: Mapping[str, Value]) -> float | None:
        """Return the milliseconds between two marks, None where the GPU has not reached both."""
        start, end = self._mark(asked, "start"), self._mark(asked, "end")
        done = max(start, end) <= self._now
        self._note("elapsed", done=done)
        return (end - start) * 1e3 if done else None

    def _sleep(self, asked: Mapping[str, Value]) -> None:
        seconds = asked.get("seconds")
        if isinstance(seconds, bool) or not isinstance(seconds, int | float) or not 0 <= seconds <= MAX_SLEEP:
            raise WireError("a sleep of impossible length")
        self._now += seconds
        self._note("sleep")

    def _mark(self, asked: Mapping[str, Value], key: str) -> float:
        number = asked.get(key)
        if type(number) is not int or not 0 <= number < len(self._marks):
            raise WireError("an event that was never recorded")
        return self._marks[number]

    def _note(self, event: str, **details: Scalar) -> None:
        self.log.append({"event": event, "at": self._now, "busy": max(0.0, self._empty - self._now), **details})
