"""How the marks of a class are spread; points that are still open make a range of a mark."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from statistics import mean, median

from grader.model.report import Report
from grader.model.verdict import Score

BANDS = 10  # of the picture of the marks, each a tenth of all points


@dataclass(frozen=True, kw_only=True)
class Range:
    """What a share of the points is now, and what it may still become; both from 0 to 1."""

    low: Decimal
    high: Decimal

    @property
    def is_open(self) -> bool:
        """Whether it may still change."""
        return self.high > self.low


@dataclass(frozen=True, kw_only=True)
class Band:
    """The marks of one tenth of the points."""

    final: int
    open: int  # at least so many points so far, with more to come


@dataclass(frozen=True, kw_only=True)
class Spread:
    """The marks of a class."""

    marks: tuple[Range, ...]  # sorted by what is reached
    unscored: int  # submissions without a score

    @property
    def bands(self) -> tuple[Band, ...]:
        """The histogram of what is reached so far; full points fall into the last band."""
        places = [(min(int(mark.low * BANDS), BANDS - 1), mark.is_open) for mark in self.marks]
        return tuple(Band(final=places.count((band, False)), open=places.count((band, True))) for band in range(BANDS))

    @property
    def median(self) -> Range | None:
        """The middle mark, whichever way the open points go; None where there is no mark."""
        return self._between(median)

    @property
    def mean(self) -> Range | None:
        """The mean mark, whichever way the open points go; None where there is no mark."""
        return self._between(mean)

    def _between(self, middle: Callable[[Sequence[Decimal]], Decimal]) -> Range | None:
        if not self.marks:
            return None
        # Both rise with every single mark: the ends of the marks give the ends of what they may become.
        return Range(low=middle([mark.low for mark in self.marks]), high=middle([mark.high for mark in self.marks]))


def spread(reports: Sequence[Report]) -> Spread:
    """Return how the marks of reports are spread."""
    scores = [report.score for report in reports]
    marks = [mark(score) for score in scores if score and score.possible]
    return Spread(
        marks=tuple(sorted(marks, key=lambda each: (each.low, each.high))),
        unscored=sum(score is None for score in scores),
    )


def mark(score: Score) -> Range:
    """Return the share of the points that a score is; a score with no points to be had has none.

    Raises:
        ZeroDivisionError: nothing is to be had.
    """
    # Another attempt, of which this report knows no points, may still overtake one that is not settled.
    ceiling = score.ceiling if score.settled else score.possible
    return Range(low=score.awarded / score.possible, high=ceiling / score.possible)
