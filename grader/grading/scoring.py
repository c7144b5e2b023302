"""Verdicts to a score."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from decimal import Decimal

from grader.model.assignment import Assignment, Late
from grader.model.submission import Note
from grader.model.verdict import Score, Verdict, rounded
from grader.text.moments import moment

_DAY = timedelta(days=1)


def score(verdicts: Sequence[Verdict], late: Decimal = Decimal(0)) -> Score:
    """Add up the points of all lines of the rubric.

    Args:
        verdicts: one for each line.
        late: share that is deducted for being late, from 0 to 1; of open points it is deducted once they are earned.
    """
    lines = [verdict for verdict in verdicts if verdict.status.is_open and late < 1]
    return Score(
        earned=sum((verdict.awarded for verdict in verdicts), Decimal(0)),
        open=sum((verdict.points - verdict.awarded for verdict in lines), Decimal(0)),
        possible=sum((verdict.points for verdict in verdicts), Decimal(0)),
        late=late,
    )


def partial(points: Decimal, share: Decimal) -> Decimal:
    """Return what a share of a line's points is, to 0.01, halves to the even: never less than none or more than all."""
    return max(Decimal(0), min(points, rounded(points * share)))


def days_late(submitted: datetime, due: datetime) -> int:
    """Return how many days after the due date something was handed in; a day that has begun counts."""
    return max(0, -((due - submitted) // _DAY))


def deduction(days: int, late: Late | None) -> Decimal:
    """Return the share of the earned points that so many days cost, from 0 to 1."""
    if days == 0 or late is None:
        return Decimal(0)
    if late.at_most_days is not None and days > late.at_most_days:
        return Decimal(1)
    return min(Decimal(1), late.per_day * days)


def lateness(submitted_at: str, assignment: Assignment) -> tuple[Decimal, tuple[Note, ...]]:
    """Return the share that a submission loses for being late, and what its student is told of it.

    Args:
        submitted_at: ISO 8601 with its offset; nobody is late whose time is not known.
        assignment: as this student has it, with an extension already in its due date.
    """
    if assignment.due is None or not submitted_at:
        return Decimal(0), ()
    days, late = days_late(moment(submitted_at), assignment.due), assignment.late
    if not days:
        return Decimal(0), ()
    told: dict[str, object] = {"days": days, "due": assignment.due.isoformat(), "at": submitted_at}
    if late is None:
        return Decimal(0), (Note(code="score.late-noted", params=told),)
    share = deduction(days, late)
    if late.at_most_days is not None and days > late.at_most_days:
        return share, (Note(code="score.too-late", params={**told, "most": late.at_most_days}),)
    return share, (Note(code="score.late", params={**told, "per_day": late.per_day, "share": share}),)
