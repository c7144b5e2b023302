"""The pictures of the page of a class: numbers turned into places, in percent of a picture's size."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from grader.feedback.overview.marks import BANDS, Range, Spread
from grader.feedback.overview.words import Words
from grader.model.text import Text

_WIDE = 82  # percent of its band that a column fills
_HIGH = 84  # percent of the height that the highest column reaches: above it stands its number
_ACROSS = 1000  # units of the picture of the ranges


@dataclass(frozen=True, kw_only=True)
class Column:
    """One tenth of the points in a histogram; what is open stands on what is final."""

    x: float
    width: float
    final: float  # heights
    open: float
    count: str

    @property
    def middle(self) -> float:
        """Where its number is centred."""
        return round(self.x + self.width / 2, 2)

    @property
    def top(self) -> float:
        """Where it ends, from above."""
        return round(100 - self.final - self.open, 2)


@dataclass(frozen=True, kw_only=True)
class Ranges:
    """What the submissions with open points have, and what they may still become: a bar in a row for each."""

    rows: int
    area: str  # points of a polygon, `rows` high and 1000 wide
    words: str


@dataclass(frozen=True, kw_only=True)
class Figure:
    """How the marks of an assignment are spread."""

    title: str
    columns: tuple[Column, ...]
    words: str  # what the columns show
    ticks: tuple[str, ...]  # along the axis, from left to right
    middle: str  # median and mean
    unscored: str  # how many are not in it, or nothing
    ranges: Ranges | None  # None where no points are open


def figure(title: str, spread: Spread, words: Words) -> Figure:
    """Return the picture of the marks of submissions."""
    label = words.translator.label
    middle = ""
    if spread.median and spread.mean:
        median, mean = (Text(bn=each, en=each) for each in map(words.share, (spread.median, spread.mean)))
        middle = label("index.middle", median=median, mean=mean)
    return Figure(
        title=title,
        columns=tuple(_columns(spread, words)),
        words="; ".join(_bands(spread, words)),
        ticks=tuple(words.percent(tick / 4) for tick in range(5)),
        middle=middle,
        unscored=label("index.unscored", count=spread.unscored) if spread.unscored else "",
        ranges=_ranges([mark for mark in spread.marks if mark.is_open], words),
    )


def _columns(spread: Spread, words: Words) -> Iterator[Column]:
    most = max((band.final + band.open for band in spread.bands), default=0) or 1
    step = 100 / BANDS
    for place, band in enumerate(spread.bands):
        count = band.final + band.open
        yield Column(
            x=round((place + (1 - _WIDE / 100) / 2) * step, 2),
            width=round(step * _WIDE / 100, 2),
            final=round(band.final / most * _HIGH, 2),
            open=round(band.open / most * _HIGH, 2),
            count=words.translator.number(count) if count else "",
        )


def _bands(spread: Spread, words: Words) -> Iterator[str]:
    for place, band in enumerate(spread.bands):
        if band.final or band.open:
            low, high = place / BANDS, (place + 1) / BANDS
            yield words.translator.label("index.band", low=low, high=high, final=band.final, open=band.open)


def _ranges(marks: Sequence[Range], words: Words) -> Ranges | None:
    if not marks:
        return None
    low = _steps([round(float(mark.low) * _ACROSS) for mark in marks])
    high = _steps([round(float(mark.high) * _ACROSS) for mark in marks])
    return Ranges(
        rows=len(marks),
        area=" ".join(f"{x},{row}" for x, row in (*low, *reversed(high))),
        words=words.translator.label("index.ranges", count=len(marks)),
    )


def _steps(ends: Sequence[int]) -> list[tuple[int, int]]:
    """Return the corners of rows of the height 1 that end at the given places."""
    return [(x, corner) for row, x in enumerate(ends) for corner in (row, row + 1)]
