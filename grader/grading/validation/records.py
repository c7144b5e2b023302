"""What an assignment is tried with, and what came of it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from grader.grading.pipeline import Graded
from grader.model.submission import Submission
from grader.model.verdict import Verdict


@dataclass(frozen=True, kw_only=True)
class Plan:
    """How often each program is graded: hidden cases are drawn afresh each time."""

    seeds: int  # of the reference
    thorough: bool = False  # whether every other program is graded as often; else once
    programs_only: bool = False  # whether the author's programs are enough: no mutants are made


@dataclass(frozen=True, kw_only=True)
class Trial:
    """One program of the author's, to be graded like a submission."""

    kind: str  # `reference`, `starter`, `mistake` or `honest`
    file: Path
    times: int
    exercise: str = ""  # id; empty for the whole assignment
    says: str = ""  # code that a mistake must get


@dataclass(frozen=True, kw_only=True)
class Complaint:
    """What is wrong with an assignment: a label of the command line, and its parameters."""

    label: str
    params: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class Row:
    """One program on one exercise: what was expected of it, and what each check said."""

    exercise: str  # id
    kind: str  # of a trial; `mutant`: made from the reference's results; `task`: the exercise itself, no program
    program: str  # name of the file, or of the mutant; empty for the exercise itself
    codes: tuple[
        str, ...
    ] = ()  # of messages, of which it must get one; none where it must get all points, or lose some
    verdicts: tuple[Verdict, ...] = ()  # of the first time that it was graded
    complaints: tuple[Complaint, ...] = ()

    @property
    def sound(self) -> bool:
        """Whether it did what was expected."""
        return not self.complaints


@dataclass(frozen=True, kw_only=True)
class Tried:
    """One program, graded once."""

    trial: Trial
    submission: Submission
    graded: Graded
    leaked: tuple[str, ...] = ()  # values of hidden cases that stand in the report

    @property
    def verdicts(self) -> tuple[Verdict, ...]:
        """What was concluded, line by line."""
        return self.graded.report.verdicts
