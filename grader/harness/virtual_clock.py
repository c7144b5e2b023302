"""Puts a GPU and a clock that the judge holds in the place of torch's GPU and Python's clocks.

Only the benchmarked function, copies and what a case plants take time there.
"""

import contextlib
import datetime as dt
import importlib
import io
import itertools
import sys
import threading
import time
import timeit
from collections.abc import Callable, Iterator
from typing import Any, ClassVar

import torch
from torch import Tensor

from .clocked_tensors import describe, put_tensors_on, same_kind
from .serve import Session

TIMED = "timed"  # claim that says that a benchmark is running, and the judge answers
MIXED = "Expected all tensors to be on the same device, but found at least two devices, cuda:0 and cpu!"
THREADS = 8  # that the CPU is said to have
QUIET = ("init", "set_device", "empty_cache", "reset_peak_memory_stats", "manual_seed", "manual_seed_all")

Ask = Callable[..., Any]


class Card:
    """The judge's GPU: a way to ask it, and the stream that work goes to."""

    def __init__(self, ask: Ask) -> None:
        self.ask = ask
        self.numbers = itertools.count()
        self.stream: Any = None  # the current one
        self.threads = THREADS  # that work of the CPU may use

    def queue(self, name: str, **payload: Any) -> Any:
        """Ask for something that goes to the current stream."""
        return self.ask(name, stream=self.stream.number, **payload)


class Stream:
    """A queue of its own; nothing in it waits for another one unless it is told to."""

    card: ClassVar[Card]

    def __init__(self, *_args: Any, **_named: Any) -> None:
        self.number = next(self.card.numbers)

    def synchronize(self) -> None:
        """Wait until the queue is empty."""
        self.card.ask("synchronize", stream=self.number)

    def query(self) -> bool:
        """Return whether the queue is empty."""
        return bool(self.card.ask("query", stream=self.number))

    def record_event(self, event: Any = None) -> Any:
        """Record an event, a new one when none is given."""
        cuda: Any = torch.cuda
        recorded = cuda.Event() if event is None else event
        recorded.record(self)
        return recorded

    def wait_stream(self, stream: "Stream") -> None:
        """Let what comes later wait for what is in another stream by now."""
        self.card.ask("follow", stream=self.number, other=stream.number)

    def wait_event(self, event: "Event") -> None:
        """Let what comes later wait for an event."""
        event.wait(self)


class Event:
    """Raises what torch's own raises, in the same words."""

    card: ClassVar[Card]

    def __init__(self, enable_timing: bool = False, *_args: Any, **_named: Any) -> None:
        self.timing = enable_timing
        self.mark: Any = None  # what the judge calls it, once recorded

    def record(self, stream: Stream | None = None) -> None:
        """Put a mark behind what is in a stream, the current one when none is given."""
        self.mark = self.card.ask("record", stream=(stream or self.card.stream).number)

    def synchronize(self) -> None:
        """Wait until the mark is reached."""
        if self.mark is not None:
            self.card.ask("wait", event=self.mark)

    def query(self) -> bool:
        """Return whether the mark is reached."""
        return self.mark is None or bool(self.card.ask("query", event=self.mark))

    def wait(self, stream: Stream | None = None) -> None:
        """Let what comes later in a stream wait for the mark."""
        if self.mark is not None:
            self.card.ask("follow", stream=(stream or self.card.stream).number, event=self.mark)

    def elapsed_time(self, end_event: "Event") -> float:
        """Return the milliseconds between two marks. Raises ValueError or RuntimeError, as torch does."""
        if not (self.timing and end_event.timing):
            raise ValueError("Both events must be created with argument 'enable_timing=True'.")
        if self.mark is None or end_event.mark is None:
            raise ValueError("Both events must be recorded before calculating elapsed time.")
        elapsed = self.card.ask("elapsed", start=self.mark, end=end_event.mark)
        if elapsed is None:
            raise RuntimeError("Both events must be completed before calculating elapsed time.")
        return float(elapsed)


class Screen(io.TextIOWrapper):
    """Where the student's code prints: that takes time, too."""

    card: ClassVar[Card]

    def write(self, text: str) -> int:
        """Write a piece of text; `print` writes one for each argument, and one for the end of the line."""
        # A thread of the student's may go on printing when the judge listens no longer.
        if threading.current_thread() is threading.main_thread():
            self.card.ask("write")
        return super().write(text)


def install(session: Session) -> Card:
    """Change clocks and torch for the whole process; outside of a benchmark, the real clock answers."""
    now = time.perf_counter  # the real one
    turn = threading.RLock()  # the judge listens to one question at a time

    def ask(name: str, **payload: Any) -> Any:
        if TIMED not in session.claims:
            return _alone(now, name, payload)
        with turn:
            return session.ask(name, **payload)

    card = Card(ask)
    _clocks(ask)
    _dates()
    _cuda(card)
    _threads(card)
    _screens(card)
    put_tensors_on(card)
    return card


def work(card: Card) -> Callable[[Any], Any]:
    """Return the function that is to be benchmarked: it launches, and does not wait."""

    def fn(x: Any) -> Any:
        if not isinstance(x, Tensor):
            raise TypeError(f"expected a tensor, got {type(x).__name__}")
        if not x.is_cuda:
            raise RuntimeError(MIXED)
        card.queue("launch", **describe(x))
        return same_kind(x, lambda plain: plain * 2)

    return fn


def work_of_the_host(card: Card) -> Callable[[Any], Any]:
    """Return the same function for the CPU: it returns when it is done."""

    def fn(x: Any) -> Any:
        if not isinstance(x, Tensor):
            raise TypeError(f"expected a tensor, got {type(x).__name__}")
        if x.is_cuda:
            raise TypeError("expected a tensor on the CPU, got one on the GPU")
        card.ask("compute", threads=card.threads, **describe(x))
        return x * 2

    return fn


def _alone(now: Callable[[], float], name: str, payload: dict[str, Any]) -> Any:
    """Answer while the submission is loaded, where no judge listens: nothing takes longer than it really does."""
    match name:
        case "clock" | "record":
            return now()
        case "elapsed":
            return (payload["end"] - payload["start"]) * 1e3
        case "query":
            return True
        case _:
            return None


def _clocks(ask: Ask) -> None:
    def clock(start: float, in_ns: bool, **which: bool) -> Callable[[], float]:
        if in_ns:
            return lambda: round((start + ask("clock", **which)) * 1e9)
        return lambda: start + ask("clock", **which)

    def sleep(seconds: Any) -> None:
        if seconds < 0:
            raise ValueError("sleep length must be non-negative")
        ask("sleep", seconds=float(seconds))

    start = time.time()
    for in_ns, suffix in ((False, ""), (True, "_ns")):
        for name in ("perf_counter", "monotonic", "process_time", "thread_time"):
            setattr(time, f"{name}{suffix}", clock(0.0, in_ns))
        setattr(time, f"time{suffix}", clock(start, in_ns, wall=True))
    time.sleep = sleep
    importlib.reload(timeit)  # its functions hold a clock in their defaults


def _dates() -> None:
    """Let dates, which are written in C, read the clock on the wall as well."""

    class Date(dt.datetime):
        @classmethod
        def now(cls, tz: dt.tzinfo | None = None) -> Any:
            return cls.fromtimestamp(time.time(), tz)

        @classmethod
        def today(cls) -> Any:
            return cls.now()

        @classmethod
        def utcnow(cls) -> Any:
            return cls.now(dt.UTC).replace(tzinfo=None)

    module: Any = dt
    module.datetime = type("datetime", (Date,), {"__module__": "datetime"})


def _cuda(card: Card) -> None:
    cuda: Any = torch.cuda
    accelerator: Any = torch.accelerator
    stream, event = (type(kind.__name__, (kind,), {"card": card}) for kind in (Stream, Event))
    default = card.stream = stream()

    @contextlib.contextmanager
    def use(stream: Any) -> Iterator[None]:
        before, card.stream = card.stream, stream or card.stream
        try:
            yield
        finally:
            card.stream = before

    def set_stream(stream: Any) -> None:
        card.stream = stream

    cuda.Stream, cuda.Event, cuda.stream, cuda.set_stream = stream, event, use, set_stream
    cuda.current_stream = lambda _device=None: card.stream
    cuda.default_stream = lambda _device=None: default
    cuda.synchronize = accelerator.synchronize = lambda _device=None: card.ask("synchronize")
    cuda.is_available = accelerator.is_available = lambda: True
    cuda.device_count, cuda.current_device = (lambda: 1), (lambda: 0)
    cuda.get_device_name = lambda _device=None: "GPU"
    for name in QUIET:
        setattr(cuda, name, lambda *_args, **_named: None)


def _threads(card: Card) -> None:
    torch_: Any = torch
    change = torch.set_num_threads

    def set_num_threads(number: int) -> None:
        change(number)  # raises what torch raises
        card.threads = number

    torch_.set_num_threads, torch_.get_num_threads = set_num_threads, lambda: card.threads


def _screens(card: Card) -> None:
    screen: Any = type("Screen", (Screen,), {"card": card})
    for name, number in (("stdout", 1), ("stderr", 2)):
        getattr(sys, name).flush()
        file = open(number, "wb", closefd=False)  # noqa: SIM115 - a descriptor, which stays open
        setattr(sys, name, screen(file, encoding="utf-8", errors="backslashreplace", line_buffering=number == 2))
