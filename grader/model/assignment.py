"""What the author of a course writes down, checked and ready to use."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from decimal import Decimal
from pathlib import Path
from typing import Literal

from grader.model.text import Text
from grader.model.values import Scalar, Value

TIMED = "speed"  # role of the cases that are only for timing
LEVELS = ("A", "B", "B'", "C", "D", "E")  # of isolation, the strongest first (docs/sandbox.md)


@dataclass(frozen=True, kw_only=True)
class Limits:
    """What one request to a box may use."""

    wall_s: float = 20.0  # seconds, by the judge's clock
    cpu_s: float = 60.0  # seconds of processor time, of all processes together
    memory_bytes: int = 4_000_000_000  # beside what the interpreter and its libraries take
    processes: int = 64  # and threads, at the same time
    open_files: int = 256  # of one process
    disk_bytes: int = 256_000_000
    output_bytes: int = 16_000_000  # printed to stdout and stderr together; head and tail are kept


@dataclass(frozen=True, kw_only=True)
class FunctionRef:
    """A function in one of the author's own Python files."""

    file: Path  # absolute
    name: str


@dataclass(frozen=True, kw_only=True)
class Input:
    """One argument of the entry, drawn afresh for every case."""

    name: str
    kind: Literal["array", "scalar"]
    dtype: str  # a key of values.DTYPES
    shape: tuple[int | str, ...] = ()  # lengths; a name stands for a case parameter
    values: str = ""  # family of values (see grader/harness/families.py); empty for an output and for a scalar
    output: bool = False  # filled with poison before the call and read back after it


@dataclass(frozen=True, kw_only=True)
class Launch:
    """How the grader launches a kernel: `threads` per block, and as many blocks as cover `over` elements."""

    threads: int
    over: str  # the case parameter that counts the elements


@dataclass(frozen=True, kw_only=True)
class Case:
    """One input: parameters, and whether the student may see it."""

    id: str  # shown to the student; for a hidden case it names no value
    params: Mapping[str, Scalar]
    hidden: bool = False
    role: str = ""  # lets a check pick its own cases; empty = the ordinary ones
    values: str = ""  # family that the arrays of floating-point numbers are drawn from, in place of their own
    strided: bool = False  # whether arrays arrive as tensors that are not contiguous
    # Further parameters, and what each student's own value is drawn from; none are left in a student's own assignment.
    draws: Mapping[str, Sequence[Scalar]] = field(default_factory=dict)

    @property
    def shown(self) -> bool:
        """Whether a student may see what a program does on it, and every device can run it."""
        return not self.hidden and self.role != TIMED


@dataclass(frozen=True, kw_only=True)
class CheckSpec:
    """One line of the rubric."""

    id: str
    kind: str  # name of a plugin in grader/checks/
    points: Decimal
    needs: tuple[str, ...] = ()  # ids of checks of the same exercise that must pass first
    title: Text | None = None
    options: Mapping[str, object] = field(default_factory=dict)  # keyword arguments of the plugin's class
    withheld: bool = False  # in a public edition: what it takes stays with the instructor


@dataclass(frozen=True, kw_only=True)
class Mistake:
    """A known-wrong program and the code of the message that it must get."""

    file: Path  # absolute
    says: str


@dataclass(frozen=True, kw_only=True)
class Known:
    """What is right in one turn of a public case, written down where its oracle is not at hand."""

    case: str  # id
    turn: int
    inputs: Mapping[str, Value]
    expected: Mapping[str, Value]


@dataclass(frozen=True, kw_only=True)
class Record:
    """What stands in for the author's oracle and known mistakes where students check themselves."""

    known: tuple[Known, ...] = ()
    smaller: tuple[Case, ...] = ()  # on which a program that has failed is tried again
    mistakes: Mapping[str, Mapping[str, str]] = field(default_factory=dict)  # file -> what tells its values from others


@dataclass(frozen=True, kw_only=True)
class Exercise:
    """One thing to be handed in, with its cases and its rubric."""

    id: str
    title: Text
    statement: Text
    language: str  # name of a plugin in grader/languages/
    checks: tuple[CheckSpec, ...]
    entry: str = ""  # the name that must exist in the submission; empty for a quiz
    inputs: tuple[Input, ...] | FunctionRef = ()  # a function (**params, seed) -> dict in the reference folder
    adapter: FunctionRef | None = None  # public glue that runs in the box: (entry, **inputs) -> dict
    oracle: FunctionRef | None = None  # trusted: (**inputs, **params) -> dict of expected values
    launch: Launch | None = None
    cases: tuple[Case, ...] = ()
    mistakes: tuple[Mistake, ...] = ()
    honest: tuple[Path, ...] = ()  # right but different programs, absolute
    limits: Limits = Limits()
    role_limits: Mapping[str, Limits] = field(default_factory=dict)  # of the cases of a role, where they are others
    record: Record | None = None  # of a public edition; it has no oracle

    def limits_of(self, case: Case) -> Limits:
        """Return what one run of a case may use."""
        return self.role_limits.get(case.role, self.limits)


@dataclass(frozen=True, kw_only=True)
class Late:
    """What being late costs; a day that has begun counts."""

    per_day: Decimal  # share of the earned points, above 0 and at most 1
    at_most_days: int | None = None  # after these nothing is earned; None = as long as the share leaves something


@dataclass(frozen=True, kw_only=True)
class Attempts:
    """How often a student may hand something in, and which of the attempts counts."""

    limit: int | None = None  # further ones are not graded; None = any number
    counts: Literal["best", "last"] = "best"


@dataclass(frozen=True, kw_only=True)
class Assignment:
    """One folder under `assignments/`."""

    id: str
    title: Text
    statement: Text
    folder: Path  # absolute
    submit: tuple[str, ...]  # file name patterns that are accepted, the first is the usual one
    starter: Path  # absolute
    reference: Path  # absolute; never readable from a box
    exercises: tuple[Exercise, ...]
    covers: tuple[str, ...] = ()  # rows of the course map
    due: datetime | None = None  # with its offset from UTC
    late: Late | None = None  # None = being late is only noted
    attempts: Attempts = Attempts()
    messages: Path | None = None  # absolute; the assignment's own part of the catalogue
    digest: str = ""  # SHA-256 over all files of the assignment and its reference


@dataclass(frozen=True, kw_only=True)
class Endpoint:
    """A service that may suggest marks for short answers to the person who decides."""

    url: str  # of an API like OpenAI's, up to and with `/v1`
    model: str
    key_env: str = ""  # the environment variable that holds its key; empty = it takes none


@dataclass(frozen=True, kw_only=True)
class Course:
    """The course file, `grader.yaml`."""

    title: Text
    root: Path  # absolute; the folder of the course file
    language: Literal["bn", "en"] = "bn"
    digits: Literal["auto", "latin"] = "auto"  # of numbers in sentences; `auto`: those of the language
    device: str = "auto"  # name of a plugin in grader/devices/, or `auto`: a real card where there is one
    sandbox: str = "zygote"  # name of a plugin in grader/sandboxes/
    isolation: str = "D"  # of LEVELS: the weakest that is accepted
    executor: str = "pool"  # name of a plugin in grader/executors/
    workers: int = 0  # jobs at once; 0 = one per processor
    limits: Limits = Limits()
    assignments: Path = Path("assignments")  # this and the next three: absolute once loaded
    reference: Path = Path("reference")
    submissions: Path = Path("submissions")
    results: Path = Path("results")
    reviews: Path = Path("reviews.jsonl")  # what people have decided; absolute once loaded
    suggestions: Endpoint | None = None
    messages: Path | None = None  # the course's own part of the catalogue
    extensions: Mapping[str, Mapping[str, float]] = field(default_factory=dict)  # student -> assignment -> days
