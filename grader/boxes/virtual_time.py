"""A GPU whose clock only the judge holds: every event is a question, and time is worked out, not measured.

The host has a clock; each stream of the GPU is known by the moment at which it will be empty. What a student's
benchmark reads is therefore the same on every machine, and the true time of the work is known.
"""

from collections import defaultdict
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
L2 = 32_000_000  # bytes of the cache: an A100 has 40 MB
THREADS = 8  # of the host, in the harness as well: with fewer it takes longer, with more just as long
LONGEST = 20  # letters of the name of a type: what the box says goes into the report
SLOW = 2  # how many times as long a call takes while the clock of the GPU has not come up


@dataclass(frozen=True, kw_only=True)
class Workload:
    """What the benchmark is given to measure, and what lies in wait for it; times in seconds."""

    kernel: float  # that the GPU truly takes for one call
    elements: int = 1024  # of the input, which is float32; a call with a smaller or larger one takes its share
    host: float = 0.0  # that the CPU takes for the same
    first: float = 0.0  # that the host takes besides, on the first call
    earlier: float = 0.0  # of work that stands in the queue once the input has arrived on the device
    outlier: float = 0.0  # that the GPU takes besides, on the first call after a clock was looked at
    copy: float = 1e-5  # that a copy between host and device takes
    allocate: float = 0.0  # that making a tensor on the device takes the host
    write: float = 0.0  # that printing one piece of text takes the host
    step: float = 0.0  # by which the wall clock is set back, once, at the first launch after it was read
    ramp: float = 0.0  # of the GPU's work, until its clock has come up
    warm: float = 0.0  # that a call takes whose input is still in the cache; as long as any other when left out


class _Cache:
    """The cache of the card: what was used last, as far as it fits."""

    def __init__(self) -> None:
        self._held: dict[int, int] = {}  # buffer -> bytes, the one that was used last at the end
        self._size = 0

    def use(self, buffer: int, size: int) -> bool:
        """Use a buffer; return whether it was still there."""
        before = self._held.pop(buffer, 0)
        self._held[buffer] = size
        self._size += size - before
        while self._size > L2:
            self._size -= self._held.pop(next(iter(self._held)))
        return before >= size


class VirtualGpu:
    """Answers the questions of one benchmark, and keeps a log of them.

    Each entry of the log has `event`, and after the event: `at`, the host's clock, and `busy`, how long the GPU will
    still be at work, both in seconds. Besides:

    * `launch` and `compute`, which is the CPU's: `elements` and `dtype` of the input. A launch has its `stream`, and
      `extra`, which names what made it take `lost` seconds more than the kernel (fewer where it is `warm`); a
      `compute` the number of `threads` that it used, and `of` how many.
    * `copy`, `allocate` and `write`: the seconds `lost`; a copy: whether it was for a `value` that Python asked for.
    * `record`: its `stream`. `clock`: whether it is the one on the `wall`, which a `step` sets back.
    * `elapsed` and `query`: whether what they ask for was `done`.
    """

    def __init__(self, workload: Workload) -> None:
        self._workload = workload
        self._now = 0.0  # clock of the host
        self._empty: defaultdict[int, float] = defaultdict(float)  # when each stream will be empty
        self._worked = 0.0  # seconds of the GPU
        self._launched = self._copied = self._timing = self._disturbed = self._on_the_wall = False
        self._set_back = 0.0  # of the wall clock
        self._reads = 0  # of the clock, in a row
        self._marks: list[float] = []  # when each recorded event is reached
        self._cache = _Cache()
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
            "compute": self._compute,
            "synchronize": lambda asked: self._wait(self._end(asked)),
            "copy": self._copy,
            "allocate": lambda _asked: self._lose("allocate", self._workload.allocate),
            "write": lambda _asked: self._lose("write", self._workload.write),
            "touch": self._touch,
            "record": self._record,
            "wait": lambda asked: self._wait(self._mark(asked, "event")),
            "follow": self._follow,
            "query": self._query,
            "elapsed": self._elapsed,
            "sleep": self._sleep,
        }
        if name not in answers:
            raise WireError("a question that was not expected")
        self._reads = self._reads if name == "clock" else 0
        return answers[name](payload)

    def _clock(self, asked: Mapping[str, Value]) -> float:
        """Return the host's clock in seconds, or the one on the wall."""
        wall = asked.get("wall") is True
        self._timing, self._on_the_wall = True, self._on_the_wall or wall
        # Read again and again with nothing between, it goes on in growing steps, for the same reason as a poll.
        self._reads += 1
        self._now += READ * self._reads
        self._note("clock", wall=wall)
        return self._now - (self._set_back if wall else 0.0)

    def _launch(self, asked: Mapping[str, Value]) -> None:
        share, shape = self._input(asked)
        stream, size = _whole(asked, "stream", 0), _whole(asked, "bytes", 0)
        if self._on_the_wall and self._workload.step and not self._set_back:
            self._set_back = self._workload.step
            self._note("step")
        extra, host, gpu = self._extra(share, warm=self._cache.use(_whole(asked, "buffer", 0), size))
        self._launched = True
        self._now += LAUNCH + host
        work = share * self._workload.kernel + gpu
        self._worked += work
        self._empty[stream] = max(self._empty[stream], self._now) + work
        self._note("launch", stream=stream, extra=extra, lost=host + gpu, **shape)

    def _extra(self, share: float, *, warm: bool) -> tuple[str, float, float]:
        """Return what happens to the next call, and the seconds that it costs the host and the GPU."""
        workload = self._workload
        if not self._launched and workload.first:
            return "first", workload.first, 0.0
        if self._timing and not self._disturbed and workload.outlier:
            self._disturbed = True
            return "outlier", 0.0, workload.outlier
        if self._worked < workload.ramp:
            return "ramp", 0.0, share * (SLOW - 1) * workload.kernel
        if warm and workload.warm:
            return "warm", 0.0, share * (workload.warm - workload.kernel)
        return "", 0.0, 0.0

    def _compute(self, asked: Mapping[str, Value]) -> None:
        share, shape = self._input(asked)
        threads = max(1, min(THREADS, _whole(asked, "threads", THREADS)))
        self._now += share * self._workload.host * THREADS / threads
        self._note("compute", threads=threads, of=THREADS, **shape)

    def _input(self, asked: Mapping[str, Value]) -> tuple[float, Mapping[str, Scalar]]:
        """Return the share of the work that a call has to do, and what its input is, as it says."""
        elements, dtype = _whole(asked, "elements", self._workload.elements), asked.get("dtype", "float32")
        if not isinstance(dtype, str) or not dtype.isidentifier() or len(dtype) > LONGEST:
            raise WireError("a type without a name that a reader would know")
        full = 4 * self._workload.elements  # bytes
        return _whole(asked, "bytes", full) / full, {"elements": elements, "dtype": dtype}

    def _touch(self, asked: Mapping[str, Value]) -> None:
        self._cache.use(_whole(asked, "buffer", 0), _whole(asked, "bytes", 0))
        self._note("touch")

    def _wait(self, moment: float) -> None:
        self._now = max(self._now + WAIT, moment)
        self._note("synchronize")

    def _copy(self, asked: Mapping[str, Value]) -> None:
        """Copy as pageable memory is copied: behind the stream's queue, and the host waits for it."""
        stream = _whole(asked, "stream", 0)
        self._now = self._empty[stream] = max(self._now, self._empty[stream]) + self._workload.copy
        if not self._copied:
            self._empty[stream] += self._workload.earlier
        self._copied = True
        self._note("copy", lost=self._workload.copy, value=asked.get("value") is True)

    def _lose(self, event: str, seconds: float) -> None:
        self._now += seconds
        self._note(event, lost=seconds)

    def _record(self, asked: Mapping[str, Value]) -> int:
        """Return the number of a mark behind everything that is in the stream."""
        stream = _whole(asked, "stream", 0)
        self._timing = True
        self._now += RECORD
        self._marks.append(max(self._now, self._empty[stream]))
        self._note("record", stream=stream)
        return len(self._marks) - 1

    def _follow(self, asked: Mapping[str, Value]) -> None:
        """Let a stream wait for an event, or for `other`, a stream."""
        other = _whole(asked, "other", 0)
        moment = self._empty[other] if asked.get("event") is None else self._mark(asked, "event")
        stream = _whole(asked, "stream", 0)
        self._empty[stream] = max(self._empty[stream], moment)
        self._note("follow")

    def _query(self, asked: Mapping[str, Value]) -> bool:
        """Return whether an event, or without one a stream, is done."""
        moment = self._end(asked) if asked.get("event") is None else self._mark(asked, "event")
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

    def _end(self, asked: Mapping[str, Value]) -> float:
        """Return when a stream, or all where none is named, will be empty."""
        if asked.get("stream") is None:
            return max(self._empty.values(), default=0.0)
        return self._empty[_whole(asked, "stream", 0)]

    def _note(self, event: str, **details: Scalar) -> None:
        busy = max(0.0, self._end({}) - self._now)
        self.log.append({"event": event, "at": self._now, "busy": busy, **details})


def _whole(asked: Mapping[str, Value], key: str, default: int) -> int:
    """Return a count, or a number that names something."""
    number = asked.get(key, default)
    if type(number) is not int or number < 0:
        raise WireError(f"{key} is no whole number")
    return number
