"""Verdicts to a score."""

from collections.abc import Sequence
from decimal import Decimal

from grader.model.verdict import Score, Verdict


def score(verdicts: Sequence[Verdict]) -> Score:
    """Add up the points of all lines of the rubric."""
    return Score(
        awarded=sum((verdict.awarded for verdict in verdicts), Decimal(0)),
        open=sum((verdict.points - verdict.awarded for verdict in verdicts if verdict.status.is_open), Decimal(0)),
        possible=sum((verdict.points for verdict in verdicts), Decimal(0)),
    )
