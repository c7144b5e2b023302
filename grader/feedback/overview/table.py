"""The table of all submissions: what a cell shows, and what it is sorted by."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal

from grader.feedback import sheet as sheets
from grader.feedback.overview.marks import mark
from grader.feedback.overview.words import Link, Words
from grader.model.report import Report


@dataclass(frozen=True, kw_only=True)
class Number:
    """A cell of a number."""

    shown: str
    sort: str  # in Latin digits; nothing where there is no number


@dataclass(frozen=True, kw_only=True)
class Row:
    """One submission."""

    link: Link
    assignment: str  # title
    points: Number
    share: Number
    open: Number
    outcome: str  # a word
    seconds: Number


def rows(reports: Sequence[Report], words: Words) -> Iterator[Row]:
    """Yield a row for each report."""
    for report in reports:
        score = report.score
        reached = mark(score).low if score and score.possible else None
        yield Row(
            link=words.link(report),
            assignment=words.assignment(report.assignment),
            points=Number(
                shown=words.translator.label("points.of", awarded=score.awarded, points=score.possible),
                sort=f"{score.awarded}",
            )
            if score
            else _NONE,
            share=_NONE if reached is None else Number(shown=words.percent(round(reached, 2)), sort=f"{reached:.4f}"),
            open=_number(score.open, words) if score else _NONE,
            outcome=sheets.outcome(report, words.translator),
            seconds=_number(Decimal(f"{report.seconds:.1f}"), words),
        )


_NONE = Number(shown="–", sort="")


def _number(number: Decimal, words: Words) -> Number:
    return Number(shown=words.translator.number(number), sort=f"{number}")
