"""What is known of the processes of a box, and which of its limits one of them hits."""

import time
from dataclasses import dataclass
from typing import Protocol

from grader.boxes.printed import Printed
from grader.model.assignment import Limits
from grader.model.evidence import Ending

WATCH_S = 0.05  # between two looks at what a box uses


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

    def usage(self, *, memory: bool = True) -> Usage:
        """Return what they use now, as far as this sandbox can tell; without the memory it may take less time."""

    def waited(self) -> float:
        """Return the seconds that the main thread of the first one was ready to run, and had no processor."""

    def pause(self) -> None:
        """Stop all of them that can be found."""

    def resume(self) -> None:
        """Let them run again."""

    def ended(self, seconds: float) -> bool:
        """Return whether the first one ends within some seconds."""

    def end(self) -> int:
        """Kill them all, and return how the first one ended: its exit code, or the negated signal. Raises BoxError."""


class Watch:
    """Looks, while a request runs, at what the box uses.

    Attributes:
        limits: of the request.
        begin: what was used when it began.
        pause: seconds between two looks.
        start: when it began, by the judge's clock.
    """

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
