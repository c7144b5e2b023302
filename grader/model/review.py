"""What a person decides of answers that no program can mark."""

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal

from grader.model.assignment import CheckSpec
from grader.model.verdict import rounded


@dataclass(frozen=True, kw_only=True)
class Task:
    """One answer to one question under one rubric, in whichever way it was typed."""

    assignment: str  # id; so are the next two
    exercise: str
    check: str
    rubric: str  # SHA-256 of all that a mark depends on: another question or other points make another task
    folded: str  # the answer, as `text.folding.fold` leaves it

    @property
    def line(self) -> tuple[str, str, str]:
        """The line of the rubric, whichever form that has."""
        return self.assignment, self.exercise, self.check


@dataclass(frozen=True, kw_only=True)
class Decision:
    """The points that a person gave for an answer."""

    assignment: str
    exercise: str
    check: str
    rubric: str
    answer: str  # as it was written
    points: Decimal
    of: Decimal  # the points of the line
    reviewer: str
    at: str  # ISO 8601, UTC
    reason: str  # for the student; empty only where a suggestion was accepted
    suggested: Decimal | None = None  # what the rubric had suggested, where that was accepted


Marks = Mapping[Task, Decision]


@dataclass(frozen=True, kw_only=True)
class Suggestion:
    """What the words of an answer suggest to the person who marks it; it decides nothing."""

    share: Decimal  # of the points, from 0 to 1
    found: tuple[str, ...]  # ideas of the rubric
    missing: tuple[str, ...]
    mistaken: tuple[str, ...]  # misconceptions that were found


@dataclass(frozen=True, kw_only=True)
class Waiting:
    """An answer that waits for a person; whose it is, is not said."""

    task: Task
    spec: CheckSpec  # the line of the rubric
    answers: tuple[str, ...]  # the ways in which it was typed, sorted
    count: int  # how often it was handed in
    suggestion: Suggestion | None = None
    decision: Decision | None = None  # what was decided of it before

    @property
    def suggested(self) -> Decimal | None:
        """The points that the rubric suggests."""
        return rounded(self.spec.points * self.suggestion.share) if self.suggestion else None
