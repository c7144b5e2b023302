"""An assignment put to the test: its reference, starter, known mistakes and honest variants."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from grader.model.assignment import Assignment
from grader.model.report import Report
from grader.model.verdict import Status, Verdict

_LOST = {Status.FAIL, Status.SKIP, Status.ERROR}


@dataclass(frozen=True, kw_only=True)
class Trial:
    """One program of the author's that is graded like a submission."""

    kind: str  # `reference`, `starter`, `mistake` or `honest`
    file: Path
    exercise: str = ""  # id; empty for the whole assignment
    says: str = ""  # code that a mistake must get


@dataclass(frozen=True, kw_only=True)
class Complaint:
    """What is wrong with an assignment: a label of the command line, and its parameters."""

    label: str
    params: Mapping[str, object] = field(default_factory=dict)


def trials(assignment: Assignment, seeds: int) -> Iterator[Trial]:
    """Yield every program to grade; the reference once for each seed, as its hidden cases are drawn afresh."""
    for _ in range(seeds):
        yield Trial(kind="reference", file=assignment.reference)
    yield Trial(kind="starter", file=assignment.starter)
    for exercise in assignment.exercises:
        for mistake in exercise.mistakes:
            yield Trial(kind="mistake", file=mistake.file, exercise=exercise.id, says=mistake.says)
        for honest in exercise.honest:
            yield Trial(kind="honest", file=honest, exercise=exercise.id)


def complaints(
    assignment: Assignment, seeds: int, grade_all: Callable[[Iterable[Path]], Iterable[Report]]
) -> Iterator[Complaint | None]:
    """Yield, for each trial, what is wrong; None when nothing is.

    Args:
        assignment: to be put to the test.
        seeds: how often the reference is graded.
        grade_all: files to their reports, in the same order.
    """
    tried = tuple(trials(assignment, seeds))
    for trial, report in zip(tried, grade_all(trial.file for trial in tried), strict=True):
        yield _complaint(trial, [each for each in report.verdicts if trial.exercise in ("", each.exercise)])


def _complaint(trial: Trial, verdicts: list[Verdict]) -> Complaint | None:
    lost = [verdict for verdict in verdicts if verdict.status in _LOST]
    got = sum(verdict.points for verdict in verdicts if verdict not in lost)
    points = {"got": got, "possible": sum(verdict.points for verdict in verdicts)}
    codes = tuple(dict.fromkeys(verdict.finding.code for verdict in lost))
    match trial.kind:
        case "starter":
            return None if any(verdict.status is Status.FAIL for verdict in lost) else Complaint(
                label="cli.validate.starter")  # fmt: skip
        case "mistake" if trial.says not in codes:
            params = {"file": trial.file.name, "expected": trial.says, "got": codes}
            return Complaint(label="cli.validate.mistake", params=params)
        case "reference" if lost:
            return Complaint(label="cli.validate.reference", params=points)
        case "honest" if lost:
            return Complaint(label="cli.validate.honest", params={"file": trial.file.name, **points})
    return None
