"""Durations by the judge's clock: a submission and the reference, turn by turn in one session (docs/speed.md).

Each sample gets inputs that nobody has seen before. They are put into place before the clock starts; it stops when all
that the call gave lies in the judge's own memory. Whoever's turn it is not is stopped.
"""

import random
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Protocol

from grader.boxes.schedule import HERE, waited_s
from grader.boxes.session import Session
from grader.errors import ConfigError, Problem
from grader.model.evidence import Ending, Measurement, Outcome, Run
from grader.model.values import Array, Value
from grader.model.verdict import Status
from grader.ports import Reply

BLOCKS = 12  # of four samples each: at 3 % noise, enough to tell a ratio that is 5 % beside the limit
MOST_BLOCKS = 24  # where those do not decide
FEWEST_BLOCKS = 6  # that give an interval of 95 % at all
BUDGET_S = 60.0  # after which no block is begun beyond those
ROOM = 1 << 20  # bytes, for what comes back beside the results: guard zones, and gaps between arrays
COPIES = 3  # measurements of a copy, of which the shortest counts
COPIED = 1_000_000_000  # bytes that each of them moves
MOST_COPIES = 1000  # in one of them


@dataclass(frozen=True, kw_only=True)
class Draw:
    """Inputs, and what is right for them."""

    seed: int
    inputs: Mapping[str, Value]
    expected: Mapping[str, Value]


class Call(Protocol):
    """One call of the entry, ready to be made."""

    @property
    def payload(self) -> Mapping[str, Value]:
        """What the request `hold` says, which puts the arguments into place."""

    def seen(self, session: Session, reply: Reply) -> Run:
        """Return what a reply to `run` shows."""


@dataclass(frozen=True, kw_only=True)
class Rivals:
    """Who is timed, on what, and who looks at the results."""

    student: Session
    reference: Session
    draw: Callable[[int], Draw]  # the next inputs; outputs are filled with the poison of a turn
    call: Callable[[Draw], Call]
    opinion: Callable[[Run, Mapping[str, Value]], frozenset[Status]]  # see `Bench`


def measure(rivals: Rivals) -> tuple[Run, Mapping[str, Value]]:
    """Time both in blocks of the order ABBA or BAAB, so that a drift of the machine's speed falls on both alike.

    Returns:
        A run with its measurement, and what is right for it: the last sample of the submission, or the first wrong one.
        One that did not return has no measurement.

    Raises:
        ConfigError: the reference ended.
        BoxError: the judge's side broke.
    """
    measuring = _Measuring(rivals)
    try:
        measuring.begin()
        while not measuring.enough:
            measuring.block()
    except _StoppedError as stopped:
        return stopped.run, stopped.expected
    return measuring.run, measuring.expected


class _StoppedError(Exception):
    """The submission ended while it was timed."""

    def __init__(self, run: Run, expected: Mapping[str, Value]) -> None:
        super().__init__(run.outcome)
        self.run, self.expected = run, expected


@dataclass(kw_only=True)
class _Side:
    """One of the two."""

    session: Session
    seconds: list[float] = field(default_factory=list)
    cpu_s: float = 0.0  # used up to the end of its last sample
    outside_s: float = 0.0  # of that, not in a sample

    def timed(self, op: str, payload: Mapping[str, Value], room: int) -> tuple[Reply, float]:
        """Make a request, and return how long it took, in seconds.

        On a processor it does not count that judge or box waited for one which other programs had: as far as the box
        did not use processors itself meanwhile, so that nothing can be hidden in what is left out.
        """
        waited, before = self._waited_s, self.session.cpu_s
        reply = self.session.request(op, payload, room=room)
        self.outside_s += before - self.cpu_s
        self.cpu_s = self.session.cpu_s
        took = reply.outcome.seconds
        if self.session.on_card:
            return reply, took
        return reply, max(took - (self._waited_s - waited), min(took, self.cpu_s - before))

    @property
    def _waited_s(self) -> float:
        return waited_s(HERE) + self.session.waited_s


class _Measuring:
    """A measurement that is going on."""

    def __init__(self, rivals: Rivals) -> None:
        self._rivals = rivals
        self._student, self._reference = _Side(session=rivals.student), _Side(session=rivals.reference)
        self._null_s: list[float] = []
        self._first_s = self._copy_s = 0.0
        self._moved = self._wrong = self._room = 0
        self._start = time.monotonic()

    def begin(self) -> None:
        """Load both into fresh boxes and call each once: what is compiled or cached by then is nobody's advantage."""
        draw = self._rivals.draw(0)
        loaded = self._rivals.student.renew()
        if not self._rivals.student.ready:
            raise _StoppedError(
                self._rivals.call(draw).seen(self._rivals.student, Reply(outcome=loaded)), draw.expected
            )
        self._student_sample(draw)
        self._first_s = loaded.seconds + self._student.seconds.pop()
        loaded = self._rivals.reference.renew()
        if not self._rivals.reference.ready:
            raise _failed(loaded)
        outputs = self._reference_sample(draw).outputs
        self._room = _size(outputs) + ROOM
        self._reference.seconds.clear()
        self._null_s.clear()
        self._moved = _size(outputs) + _size({key: each for key, each in draw.inputs.items() if key not in outputs})
        self._copy_s = self._copied()
        self._student.outside_s = self._reference.outside_s = 0.0

    def block(self) -> None:
        """Take four samples: each draw is given to both."""
        sides = [self._student_sample, self._reference_sample]
        random.shuffle(sides)
        for turn, order in enumerate((sides, sides[::-1])):
            draw = self._rivals.draw(turn)
            for sample in order:
                sample(draw)

    @property
    def enough(self) -> bool:
        """Whether no further block would change anything, or may be begun."""
        blocks = len(self._null_s) // 2
        if self._wrong or blocks >= MOST_BLOCKS:
            return True
        if blocks < FEWEST_BLOCKS or (blocks < BLOCKS and not self._late):
            return False
        return self._late or Status.UNDECIDED not in self._rivals.opinion(self.run, self.expected)

    @property
    def _late(self) -> bool:
        return time.monotonic() - self._start > BUDGET_S

    @property
    def run(self) -> Run:
        """The run that stands for all."""
        measurement = Measurement(
            student_s=tuple(self._student.seconds),
            reference_s=tuple(self._reference.seconds),
            null_s=tuple(self._null_s),
            first_s=self._first_s,
            wrong=self._wrong,
            stray_s=self._student.outside_s - self._reference.outside_s,
            moved=self._moved,
            copy_s=self._copy_s,
        )
        return replace(self._last, measurement=measurement)

    def _student_sample(self, draw: Draw) -> Run:
        run = self._sample(self._student, draw)
        if run.outcome.ending is not Ending.RETURNED:
            raise _StoppedError(run, draw.expected)
        self._student.session.pause()
        if not self._wrong:
            self._last, self.expected = run, draw.expected
        self._wrong += Status.FAIL in self._rivals.opinion(run, draw.expected)
        return run

    def _reference_sample(self, draw: Draw) -> Run:
        run = self._sample(self._reference, draw)
        if run.outcome.ending is not Ending.RETURNED:
            raise _failed(run.outcome)
        self._null_s.append(self._asked("run", {"call": False}))
        self._reference.session.pause()
        return run

    def _sample(self, side: _Side, draw: Draw) -> Run:
        call = self._rivals.call(draw)
        side.session.resume()
        held = side.session.request("hold", call.payload)
        if held.outcome.ending is not Ending.RETURNED:
            return call.seen(side.session, held)
        reply, took = side.timed("run", {"call": True}, self._room)
        side.seconds.append(took)
        return call.seen(side.session, reply)

    def _copied(self) -> float:
        """Return the seconds in which the device moves as many bytes as the work needs, by a copy of half of them."""
        times = max(4, min(COPIED // max(self._moved, 1), MOST_COPIES))
        self._reference.session.resume()
        once, often = (
            min(self._asked("copy", {"bytes": self._moved // 2, "times": count}) for _ in range(COPIES))
            for count in (1, 1 + times)
        )
        self._reference.session.pause()
        return max(0.0, (often - once) / times)

    def _asked(self, op: str, payload: Mapping[str, Value]) -> float:
        """Return the seconds of a request to the reference's box. Raises ConfigError."""
        reply, took = self._reference.timed(op, payload, self._room)
        if reply.outcome.ending is not Ending.RETURNED:
            raise _failed(reply.outcome)
        return took


def _size(values: Mapping[str, Value]) -> int:
    return sum(len(each.data) for each in values.values() if isinstance(each, Array))


def _failed(outcome: Outcome) -> ConfigError:
    """Return the error for a reference that ended, which is the author's and never a student's."""
    text = f"ended while it was timed: {outcome.ending} {outcome.error} {outcome.text}"
    return ConfigError([Problem(file="the reference", line=0, column=0, message=text)])
