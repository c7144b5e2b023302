"""Everything that was seen while a submission ran; no opinion of it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Literal

from grader.model.assignment import Case
from grader.model.values import Scalar, Value


class Probe(StrEnum):
    """What a check needs to be looked at while student code runs; what is found goes into the run's claims."""

    TRACE = "trace"  # every access to the card's memory: mistakes, and the indices that were written
    COST = "cost"  # the same accesses, counted
    DTYPES = "dtypes"  # operations, and the types that they ran in
    CALLS = "calls"  # calls that cost time, and what is made anew
    MEMORY = "memory"  # how much memory was held


class Ending(StrEnum):
    """How one request to a box ended."""

    RETURNED = "returned"
    RAISED = "raised"  # the student's code raised, or could not be compiled
    TIMEOUT = "timeout"  # stopped at the wall limit, and so on: one ending for each limit
    CPU = "cpu"
    MEMORY = "memory"
    PROCESSES = "processes"
    OPEN_FILES = "files"
    DISK = "disk"
    OUTPUT = "output"
    DIED = "died"  # the process ended without an answer
    BAD_REPLY = "bad_reply"  # the process answered something that is no answer
    NOT_RUN = "not_run"  # an earlier request left no process to ask


@dataclass(frozen=True, kw_only=True)
class Place:
    """Where the student's code was, in the student's own numbering."""

    file: str
    line: int  # from 1
    cell: int | None = None  # code cell of a notebook, from 1

    def __str__(self) -> str:
        return f"{self.file}:{self.line}" if self.cell is None else f"cell {self.cell}, line {self.line}"


@dataclass(frozen=True, kw_only=True)
class Outcome:
    """One request to a box, ended. What the box says of its own errors is a claim: it explains, it never decides."""

    ending: Ending
    seconds: float = 0.0  # by the judge's clock
    error: str = ""  # class name of the exception
    text: str = ""  # its message, cut short
    place: Place | None = None
    signal: int | None = None  # that ended the process
    limit: float | None = None  # the limit that was hit: seconds, bytes or a count

    @property
    def said(self) -> str:
        """The error as Python's last line has it: `NameError: name 'x' is not defined`."""
        return f"{self.error}: {self.text}" if self.text else self.error

    @property
    def where(self) -> str:
        """The place as a student finds it: `vec_add.py:12`, `cell 3, line 2`, or `?` where it is unknown."""
        return str(self.place or "?")


@dataclass(frozen=True, kw_only=True)
class Measurement:
    """Durations of one case by the judge's clock; each sample has inputs of its own, and what it gave was compared."""

    student_s: tuple[float, ...]  # blocks of two, taken in turn with the reference's: ABBA or BAAB
    reference_s: tuple[float, ...]  # on the same inputs, sample by sample
    null_s: tuple[float, ...]  # the reference's request without its work: results are handed back, nothing is called
    first_s: float = 0.0  # the submission: to be loaded, and called for the first time
    wrong: int = 0  # samples of the submission whose result was wrong; no block follows that of the first one
    stray_s: float = 0.0  # processor time of the submission outside of its samples, beyond the reference's
    moved: int = 0  # bytes of all inputs and all outputs, each once
    copy_s: float = 0.0  # in which the device reads and writes that many bytes; 0 where it is too short to be told


@dataclass(frozen=True, kw_only=True)
class Run:
    """One case, run once."""

    case: Case
    seed: int
    outcome: Outcome
    turn: int = 0  # 1 for the second run of a case: the same inputs, another kind of poison, another order of threads
    inputs: Mapping[str, Value] = field(default_factory=dict)  # as given, outputs filled with their poison
    outputs: Mapping[str, Value] = field(default_factory=dict)  # as read back: output arguments, or what was returned
    claims: Mapping[str, Value] = field(default_factory=dict)  # what the box says of itself, for explanations only
    changed: tuple[str, ...] = ()  # input arguments that the call changed
    guards: Mapping[str, tuple[int, int]] = field(default_factory=dict)  # argument -> elements changed before, after it
    log: tuple[Mapping[str, Scalar], ...] = ()  # events that the judge itself saw, in order
    measurement: Measurement | None = None
    printed: str = ""  # stdout and stderr of this run; head and tail


@dataclass(frozen=True, kw_only=True)
class OwnTest:
    """One of an author's own tests, run against a submission."""

    name: str  # with its parameters: `test_sum[3]`
    result: Literal["passed", "failed", "skipped"]
    text: str = ""  # what it says of its failure, cut short
    line: int = 0  # of the author's file
    odd: bool = False  # it failed neither by an assertion nor by the submission: it may be broken itself
    outcome: Outcome | None = None  # of the call of the submission that failed it, where one did


@dataclass(frozen=True, kw_only=True)
class ExerciseEvidence:
    """What one exercise of a submission did."""

    exercise: str  # id
    load: Outcome
    names: tuple[str, ...] = ()  # callables that the submission defines, as the box says
    runs: tuple[Run, ...] = ()
    smaller: tuple[Run, ...] = ()  # after a failure: of smaller public inputs, from the smallest on
    output: str = ""  # stdout and stderr while loading; head and tail
    tests: Mapping[str, tuple[OwnTest, ...]] = field(default_factory=dict)  # of the author's files, by their names


@dataclass(frozen=True, kw_only=True)
class Evidence:
    """What a whole submission did, and where."""

    student: str
    assignment: str  # id
    assignment_digest: str
    submission_digest: str
    graded_at: str  # ISO 8601, UTC
    seconds: float  # that gathering took, by the judge's clock
    device: str  # name of the device
    can_time: bool  # whether seconds on this device mean anything
    sandbox: str  # name of the sandbox
    isolation: str  # level of isolation, A to E (docs/sandbox.md)
    machine: Mapping[str, str]  # versions and hardware
    exercises: tuple[ExerciseEvidence, ...]


@dataclass(frozen=True, kw_only=True)
class Reference:
    """What is right: the expected values of each run, in the order of the evidence's runs."""

    exercise: str  # id
    expected: tuple[Mapping[str, Value], ...]
    smaller: tuple[Mapping[str, Value], ...] = ()  # the same for the smaller inputs
    # After a failure: known mistake (name of its file) -> run of a public case -> digest of its outputs.
    mistakes: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
