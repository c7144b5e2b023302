"""The seams: small Protocols, each chosen by name through `grader.registry`."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from pathlib import Path
from typing import ClassVar, Protocol, runtime_checkable

from grader.model.assignment import Assignment, Case, Exercise, Limits
from grader.model.evidence import Evidence, ExerciseEvidence, Outcome, OwnTest, Probe, Reference, Run
from grader.model.job import Job
from grader.model.report import Report
from grader.model.review import Suggestion
from grader.model.submission import Cell, Submission
from grader.model.values import Value
from grader.model.verdict import Finding, Status

Question = Callable[[str, Mapping[str, Value]], Value]


@dataclass(frozen=True, kw_only=True)
class Reply:
    """How a request ended, and what came back."""

    outcome: Outcome
    value: Mapping[str, Value] = field(default_factory=dict)  # empty unless the request returned
    claims: Mapping[str, Value] = field(default_factory=dict)  # what the box tells of itself, for explanations only


class Box(Protocol):
    """One opened sandbox, holding one process that runs one submission."""

    def request(
        self, op: str, payload: Mapping[str, Value], *, limits: Limits, answer: Question | None = None, room: int = 0
    ) -> Reply:
        """Ask the process to do one thing; every ending of the student's making is an outcome, not an exception.

        Args:
            op: name of an operation of the driver that the box was opened with.
            payload: its arguments.
            limits: what this request may use.
            answer: answers what the process asks the judge meanwhile; without it any question is a bad reply.
            room: bytes of arrays that will come back, as far as they are known: less is then left to be done meanwhile.

        Raises:
            BoxError: the judge's side of the box broke.
        """

    @property
    def output(self) -> str:
        """Head and tail of what the process has printed since the last request."""

    @property
    def cpu_s(self) -> float:
        """Processor time in seconds that all its processes have used since the box was opened."""

    @property
    def waited_s(self) -> float:
        """Seconds that the main thread of its first process was ready to run, and had no processor."""

    def pause(self) -> None:
        """Let none of its processes run, until `resume`: each request in between would wait for its limit."""

    def resume(self) -> None:
        """Let them run again."""


class Sandbox(Protocol):
    """One way to isolate."""

    @property
    def isolation(self) -> str:
        """The level that is reached here, of LEVELS. Raises MachineError when there is none."""

    def open(
        self, *, driver: str, files: Mapping[str, bytes], lease: "Lease", limits: Limits
    ) -> AbstractContextManager[Box]:
        """Open a box; leaving the context ends every process in it.

        Args:
            driver: name of a module in `grader/harness/drivers/`.
            files: what the process finds in its working folder, by plain file name.
            lease: of the device that the process may use.
            limits: what the process may use at most.

        Raises:
            BoxError: the process cannot be started.
        """

    def shows(self, path: Path) -> bool:
        """Return whether a box can read what lies at a path."""

    def close(self) -> None:
        """End what is kept ready for boxes; a later box starts it again."""


@dataclass(frozen=True, kw_only=True)
class Lease:
    """A device, held for a time."""

    environment: Mapping[str, str] = field(default_factory=dict)  # for the processes that use it
    nodes: tuple[str, ...] = ()  # files in /dev that they need, without that folder


class Device(Protocol):
    """A real GPU, or the virtual one."""

    can_time: ClassVar[bool]  # whether seconds mean anything on it
    has_card: ClassVar[bool]  # whether student code finds a GPU there, a real one or a virtual one

    def facts(self) -> Mapping[str, str]:
        """Return what a report should say of it. Raises MachineError where the device is not to be had."""

    def lease(self) -> AbstractContextManager[Lease]:
        """Hold the device, alone. Raises MachineError where it is not to be had."""


@dataclass(frozen=True, kw_only=True)
class Bench:
    """What a language works with while it gathers."""

    sandbox: Sandbox
    lease: Lease
    limits: Limits
    seed: Callable[[Case], int]  # fixed for a public case, from the operating system for a hidden one
    can_time: bool
    probes: frozenset[Probe] = frozenset()  # what the checks of the exercise need
    # A run, and what is right there -> what the checks say of it: which of many timed runs to keep, and when to stop.
    opinion: Callable[[Run, Mapping[str, Value]], frozenset[Status]] = lambda _run, _expected: frozenset()


class Language(Protocol):
    """One kind of exercise: how its submission is run on its cases."""

    blocks: ClassVar[bool]  # whether its programs are made of blocks of threads

    def gather(
        self, submission: Submission, exercise: Exercise, assignment: Assignment, bench: Bench
    ) -> tuple[ExerciseEvidence, Reference]:
        """Run one exercise of a submission, and its reference on the same cases.

        Raises:
            BoxError: the judge's side broke.
            ConfigError: the author's own code (oracle, inputs) failed.
        """


@dataclass(frozen=True, kw_only=True)
class Seen:
    """What a check may look at."""

    exercise: Exercise
    evidence: ExerciseEvidence
    reference: Reference
    device: str  # name of the device that it ran on
    can_time: bool
    cells: tuple[Cell, ...] = ()  # the submission's source


class Check(Protocol):
    """One kind of rubric line; a frozen dataclass whose fields are its YAML parameters.

    One with `public = True` hides nothing in them: students may have it, to check themselves with.
    """

    probes: ClassVar[frozenset[Probe]]  # what it needs, so that one run serves all checks of an exercise

    def judge(self, seen: Seen) -> Iterable[Finding]:
        """Judge stored evidence: one finding per case that matters, at least one.

        The verdict is the worst of them. Anything raised is the grader's own fault, and an ERROR, never a FAIL.
        """


@runtime_checkable
class Tester(Protocol):
    """A check that runs tests of the author's own, beside the cases of the exercise."""

    def run_tests(
        self, submission: Submission, exercise: Exercise, assignment: Assignment, bench: Bench
    ) -> Mapping[str, tuple[OwnTest, ...]]:
        """Run them, and return how each ended, by the name of their file.

        Raises:
            BoxError: the judge's side broke.
            ConfigError: the author's own tests are broken.
        """


@runtime_checkable
class Adviser(Protocol):
    """A check whose answers a person marks, and that has a mark to suggest."""

    def suggest(self, answer: str) -> Suggestion | None:
        """Return what the words of an answer suggest; it decides nothing."""


class Executor(Protocol):
    """Runs jobs, here or elsewhere."""

    def run(self, jobs: Sequence[Job], work: Callable[[Job], Report], workers: int) -> Iterator[Report]:
        """Yield the report of every job as it is finished, in any order.

        Args:
            jobs: what to do.
            work: does one; what it raises is raised here.
            workers: how many at once; 0 = one per processor.
        """


class Exporter(Protocol):
    """Writes reports in one machine's format."""

    def export(self, reports: Sequence[Report], folder: Path) -> Sequence[Path]:
        """Write the files and return their paths. Raises OSError."""


class Store(Protocol):
    """Keeps evidence, so that verdicts can be recomputed without running anything."""

    def save(self, submission: Submission, evidence: Evidence, references: Sequence[Reference]) -> None:
        """Keep what was seen of one attempt; a second call replaces the first. Raises StoreError."""

    def load(self, assignment: str, student: str, attempt: int) -> tuple[Submission, Evidence, tuple[Reference, ...]]:
        """Return what was kept. Raises StoreError."""

    def keys(self) -> Iterable[tuple[str, str, int]]:
        """Yield (assignment, student, attempt) of all evidence that is kept, sorted."""

    def drop(self, assignment: str, student: str) -> None:
        """Forget every attempt of a student at an assignment."""

    def save_unscored(self, report: Report) -> None:
        """Keep the report of an attempt that left no evidence, in place of anything older. Raises StoreError."""

    def unscored(self) -> Iterable[Report]:
        """Yield the reports that were kept so, sorted. Raises StoreError."""
