"""The thing that is handed back."""

from collections.abc import Mapping
from dataclasses import dataclass

from grader.model.submission import Cell, Note
from grader.model.verdict import Score, Verdict


@dataclass(frozen=True, kw_only=True)
class Report:
    """Everything that may be shown of one graded submission: no value of a hidden case is left in it."""

    student: str
    assignment: str  # id
    file: str
    submission_digest: str
    assignment_digest: str
    graded_at: str  # ISO 8601, UTC
    seconds: float  # spent on grading, by the judge's clock
    device: str
    sandbox: str
    isolation: str
    machine: Mapping[str, str]
    verdicts: tuple[Verdict, ...]
    score: Score | None  # None when the submission could not be read, or the machine failed
    notes: tuple[Note, ...] = ()
    terms: tuple[Note, ...] = ()  # what its time, and the other attempts, mean for the score
    submitted_at: str = ""  # ISO 8601 with its offset; empty where the assignment has no due date
    attempt: int = 1  # which of the student's attempts this is
    attempts: int = 1  # how many were handed in
    problem: Note | None = None  # why there is no score
    cells: tuple[Cell, ...] = ()  # the student's own source
    self_check: bool = False  # the student's own, on public cases: it carries no mark
