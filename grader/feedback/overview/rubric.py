"""How a class did in each line of a rubric, in words and numbers for a page."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from grader.feedback.overview.item_analysis import FEWEST, LIMIT, Item, Kind, analysed
from grader.feedback.overview.tally import Tally, tallies
from grader.feedback.overview.words import Words
from grader.model.report import Report
from grader.model.text import Text
from grader.model.verdict import Status

# From left to right in the bar of a line, by the classes of the style sheet.
_PARTS = (
    ("got", (Status.PASS,)),
    ("open", (Status.DEFER, Status.UNDECIDED, Status.ERROR)),
    ("lost", (Status.FAIL, Status.SKIP)),
)


@dataclass(frozen=True, kw_only=True)
class Part:
    """A piece of a bar."""

    kind: str  # `got`, `open` or `lost`
    x: float  # percent of the bar
    width: float


@dataclass(frozen=True, kw_only=True)
class Analysis:
    """What a line tells, in words."""

    difficulty: str
    discrimination: str
    kind: str  # of item_analysis.Kind
    meaning: str


@dataclass(frozen=True, kw_only=True)
class Line:
    """One line of a rubric."""

    title: str
    rate: str  # a sentence
    parts: tuple[Part, ...]
    words: str  # what the bar shows
    analysis: Analysis | None  # None for a line that gives no points


@dataclass(frozen=True, kw_only=True)
class Rubric:
    """The lines of one assignment."""

    title: str
    lines: tuple[Line, ...]


def rubrics(reports: Sequence[Report], words: Words) -> Iterator[Rubric]:
    """Yield the rubric of every assignment that has verdicts."""
    for name in dict.fromkeys(report.assignment for report in reports):
        its = [report for report in reports if report.assignment == name]
        items = analysed(its)
        lines = tuple(_line(tally, items.get((tally.line.exercise, tally.line.check)), words) for tally in tallies(its))
        if lines:
            yield Rubric(title=words.assignment(name), lines=lines)


def _line(tally: Tally, item: Item | None, words: Words) -> Line:
    label = words.translator.label
    rate = label("index.no-rate") if tally.rate is None else label("index.pass-rate", share=round(tally.rate, 2))
    counted = [
        label("index.count-of", what=Text(bn=word, en=word), count=tally.counts[status])
        for status in Status
        if tally.counts.get(status) and (word := words.translator.status(status))
    ]
    return Line(
        title=words.line(tally.line),
        rate=rate,
        parts=tuple(_parts(tally)),
        words=" · ".join(counted),
        analysis=_analysis(item, words) if item else None,
    )


def _parts(tally: Tally) -> Iterator[Part]:
    whole, x = tally.decided + tally.open, 0.0
    for kind, statuses in _PARTS:
        width = round(sum(tally.counts.get(status, 0) for status in statuses) / whole * 100, 2)
        if width:
            yield Part(kind=kind, x=round(x, 2), width=width)
        x += width


def _analysis(item: Item, words: Words) -> Analysis:
    label, found = words.translator.label, item.discrimination
    numbers = {name: round(getattr(found, name), 2) for name in ("r", "low", "high")} if found else {}
    limits: Mapping[Kind, Mapping[str, float]] = {Kind.FEW: {"fewest": FEWEST}, Kind.UNSURE: {"limit": LIMIT}}
    return Analysis(
        difficulty="–" if item.difficulty is None else words.percent(round(item.difficulty, 2)),
        discrimination=label("index.interval", **numbers) if found else "–",
        kind=item.kind.value,
        meaning=label(f"index.item.{item.kind}", **limits.get(item.kind, {})),
    )
