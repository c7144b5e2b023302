"""A conversation with one submission, over as many boxes as it takes."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from types import TracebackType
from typing import Self

from grader.boxes.replies import raised
from grader.model.assignment import Case, Limits
from grader.model.evidence import Ending, Outcome
from grader.model.submission import Submission
from grader.model.values import Value
from grader.ports import Bench, Box, Question, Reply

MOST_NAMES, LONGEST_NAME = 50, 100  # that a box may say it defines
MAX_LOST = 2  # boxes that the cases of one role may bring down before the rest of them is not run
CARD_ERROR = re.compile(r"CUDA error|CUDA_ERROR_|CudaAPIError|CudaDriverError|AcceleratorError|device-side assert")
NOT_RUN = Reply(outcome=Outcome(ending=Ending.NOT_RUN))


@dataclass(frozen=True, kw_only=True)
class Program:
    """A submission, and what it needs around it."""

    submission: Submission
    entry: str
    driver: str  # module of grader/harness/drivers/
    files: Mapping[str, bytes] = field(default_factory=dict)  # put into the working folder


class Session:
    """Loads a submission into a box and asks it things; a box that ends is replaced by a fresh one, a few times."""

    def __init__(self, program: Program, bench: Bench) -> None:
        self._program, self._bench = program, bench
        self._stack = ExitStack()
        self._box: Box | None = None
        self._limits, self._role = bench.limits, ""
        self._lost: Counter[str] = Counter()  # boxes brought down by the cases of each role
        self.names: tuple[str, ...] = ()  # callables that the submission defines, as the box says
        self.output = ""  # what loading it printed
        self.printed = ""  # what the last request printed

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stack.close()

    def load(self) -> Outcome:
        """Load the submission.

        A notebook of which only later cells failed is ready to be called, and the outcome tells of that failure.
        """
        bench, program = self._bench, self._program
        self._box = self._stack.enter_context(
            bench.sandbox.open(driver=program.driver, files=program.files, lease=bench.lease, limits=self._limits)
        )
        cells: list[Value] = [
            {"source": cell.source, "number": cell.number} for cell in program.submission.cells if cell.kind == "code"
        ]
        submission = program.submission
        payload: dict[str, Value] = {
            "file": submission.file, "cells": cells, "entry": program.entry, "live": submission.live,
        }  # fmt: skip
        reply = self._box.request("load", payload, limits=self._limits)
        names = reply.claims.get("names")
        self.names = _plausible(names if isinstance(names, list) else [])
        self.output = self._box.output
        if reply.outcome.ending is not Ending.RETURNED:
            self._drop()
            return reply.outcome
        stopped = reply.claims.get("stopped")
        return raised(stopped, reply.outcome.seconds, self._limits) if isinstance(stopped, Mapping) else reply.outcome

    @property
    def ready(self) -> bool:
        """Whether a box holds the loaded submission."""
        return self._box is not None

    @property
    def cpu_s(self) -> float:
        """Processor time in seconds that the present box has used."""
        return self._box.cpu_s if self._box else 0.0

    @property
    def on_card(self) -> bool:
        """Whether it runs on a real card."""
        return bool(self._bench.lease.nodes)

    @property
    def waited_s(self) -> float:
        """Seconds that the main thread of the present box was ready to run, and had no processor."""
        return self._box.waited_s if self._box else 0.0

    def pause(self) -> None:
        """Let nothing of the submission run until `resume`."""
        if self._box:
            self._box.pause()

    def resume(self) -> None:
        """Let it run again."""
        if self._box:
            self._box.resume()

    def renew(self) -> Outcome:
        """Load the submission into a fresh box, in which nothing of earlier cases is left."""
        self._drop()
        return self.load()

    def begin(self, case: Case, limits: Limits) -> None:
        """Turn to a case; one with other limits, and what comes after a lost box, gets a fresh box."""
        self._role = case.role
        if limits != self._limits:
            self._limits = limits
            self._drop()

    def request(self, op: str, payload: Mapping[str, Value], *, answer: Question | None = None, room: int = 0) -> Reply:
        """Ask the submission, in a fresh box if the last one is gone; not run when its role brought down too many."""
        self.printed = ""
        if self._lost[self._role] >= MAX_LOST:
            return NOT_RUN
        if self._box is None:
            self.load()
        if self._box is None:
            return NOT_RUN
        reply = self._box.request(op, payload, limits=self._limits, answer=answer, room=room)
        self.printed = self._box.output
        if reply.outcome.ending not in {Ending.RETURNED, Ending.RAISED}:
            self._lost[self._role] += 1
            self._drop()
        elif self.on_card and CARD_ERROR.search(reply.outcome.said):
            self._drop()  # after such an error every later call to the card fails, in this process
        return reply

    def distrust(self, reply: Reply, text: str) -> Reply:
        """Return a reply as a bad one, for its value is none that the request can have; its box is not asked again."""
        self._lost[self._role] += 1
        self._drop()
        return Reply(outcome=replace(reply.outcome, ending=Ending.BAD_REPLY, text=text), claims=reply.claims)

    def _drop(self) -> None:
        self._stack.close()
        self._box = None


def _plausible(names: Sequence[Value]) -> tuple[str, ...]:
    """Return what can be names of a student's functions, and not more than a reader would look at."""
    found = [name for name in names if isinstance(name, str) and name.isidentifier() and len(name) <= LONGEST_NAME]
    return tuple(found[:MOST_NAMES])
