"""Pictures in words: titles, labels and what each picture shows as sentences, for every renderer to draw."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import groupby, pairwise
from statistics import median

from grader.feedback.labels import Labels
from grader.feedback.placeholders import clean
from grader.feedback.translator import Translator
from grader.model.pictures import Count, Counts, Picture, Timing, WhereWrong

_SURE = Decimal("0.95")  # of the intervals hold the true median: docs/speed.md
_RANGES = 6  # parts of a result that are named in words
_ROOM = 1.12  # by which an axis is longer than what is drawn on it, on both sides
_NARROWEST = 1.6  # ratio of the ends of an axis
_STEPS = ((1, 2, 5), (1, 1.5, 2, 3, 5, 7), (1, 1.2, 1.4, 1.6, 1.8, 2, 2.5, 3, 4, 5, 6, 7, 8, 9))
_MOST_TICKS = 7


@dataclass(frozen=True, kw_only=True)
class Map:
    """Where a result is wrong: a strip of cells, or a grid."""

    title: str
    words: tuple[str, ...]  # sentences that say what the picture shows
    corners: tuple[str, str]  # its first and its last element
    cells: tuple[
        tuple[float, ...], ...
    ]  # rows of the share that is wrong in each part, from 0 to 1; the last may be short


@dataclass(frozen=True, kw_only=True)
class Row:
    """One line of a strip."""

    label: str
    points: tuple[float, ...]


@dataclass(frozen=True, kw_only=True)
class Strip:
    """Samples of time along a logarithmic axis of ratios."""

    title: str
    words: tuple[str, ...]
    rows: tuple[Row, ...]  # the student's samples, and what they are compared with
    interval: str  # its label
    low: float
    ratio: float
    high: float
    limit: float
    limit_label: str
    ticks: tuple[tuple[float, str], ...]  # where, and what stands there
    axis: str  # what is counted along it
    ends: tuple[float, float]  # of the axis

    def at(self, value: float) -> float:
        """Return where a value lies on the axis, from 0 to 1."""
        low, high = self.ends
        return min(max(math.log(value / low) / math.log(high / low), 0.0), 1.0) if value > 0 else 0.0


@dataclass(frozen=True, kw_only=True)
class Bar:
    """One thing that was counted; lengths are shares of the longest of the three."""

    label: str
    number: str
    ideal_label: str  # nothing where none is known
    limit_label: str  # nothing where there is none
    counted: float
    ideal: float | None
    limit: float | None
    beyond: bool  # whether it is beyond its limit


@dataclass(frozen=True, kw_only=True)
class Bars:
    """What was counted, against the least that would do and what is allowed."""

    title: str
    words: tuple[str, ...]
    bars: tuple[Bar, ...]


Drawing = Map | Strip | Bars


def told(picture: Picture, translator: Translator) -> Drawing | None:
    """Put a picture into words; None where its numbers cannot be drawn."""
    match picture:
        case WhereWrong():
            return _map(picture, translator)
        case Timing():
            whole = picture.student_ms and picture.beside_ms and min(*picture.beside_ms, picture.low, picture.limit) > 0
            return _strip(picture, translator) if whole else None
        case Counts():
            return _bars(picture, translator)


def _map(picture: WhereWrong, translator: Translator) -> Map:
    label, name = translator.label, clean(picture.name)
    ranges = tuple(_ranges(picture))
    part = math.prod(picture.part)
    words = [
        label("picture.wrong", wrong=picture.wrong, total=math.prod(picture.shape)),
        label("picture.ranges", ranges=ranges[:_RANGES]) if ranges else "",
        label("picture.more-ranges", count=len(ranges) - _RANGES) if len(ranges) > _RANGES else "",
        label("picture.part", count=part) if part > 1 else label("picture.cell"),
    ]
    first, last = ([0] * len(picture.shape), [length - 1 for length in picture.shape])
    return Map(
        title=label("picture.where", name=name),
        words=tuple(filter(None, words)),
        corners=(f"{name}{first}", f"{name}{last}"),
        cells=picture.cells,
    )


def _ranges(picture: WhereWrong) -> Iterator[str]:
    """Yield where the wrong cells lie, as slices of Python: `c[976:1000]`, `c[0:16, 12:16]`."""
    name, (high, wide) = clean(picture.name), picture.part
    length = math.prod(picture.shape)
    if max(picture.shape, default=1) == length:
        flat = [share > 0 for row in picture.cells for share in row]
        name = name if len(picture.shape) <= 1 else f"{name}.reshape({length})"
        yield from (f"{name}[{low * wide}:{min(end * wide, length)}]" for low, end in _runs(flat))
        return
    rows, columns = math.prod(picture.shape[:-1]), picture.shape[-1]
    if len(picture.shape) > 2:
        name = f"{name}.reshape({rows}, {columns})"
    start = 0
    for row, alike in groupby(tuple(share > 0 for share in row) for row in picture.cells):
        end = start + len(list(alike))
        for low, last in _runs(row):
            across = f"{low * wide}:{min(last * wide, columns)}"
            yield f"{name}[{start * high}:{min(end * high, rows)}, {across}]"
        start = end


def _runs(flags: Sequence[bool]) -> Iterator[tuple[int, int]]:
    """Yield start and end of everything that is set."""
    edges = [at for at, (one, two) in enumerate(pairwise((False, *flags, False))) if one != two]
    yield from zip(edges[::2], edges[1::2], strict=True)


def _strip(timing: Timing, translator: Translator) -> Strip:
    label, beside = translator.label, "copy" if timing.copy else "reference"
    unit = median(timing.beside_ms)
    student, other = (tuple(each / unit for each in ms) for ms in (timing.student_ms, timing.beside_ms))
    inside = [each for each in (*student, *other, timing.low, timing.high, timing.limit, 1.0) if each > 0]
    ends = _ends(min(inside), max(inside))
    return Strip(
        title=label("picture.time"),
        words=(
            label(f"picture.took-{beside}", ratio=timing.ratio, low=timing.low, high=timing.high, sure=_SURE),
            label("picture.limit", limit=timing.limit),
            label(
                f"picture.medians-{beside}",
                student=median(timing.student_ms),
                beside=unit,
                count=len(timing.student_ms),
            ),
        ),
        rows=(
            Row(label=label("picture.student"), points=student),
            Row(label=label(f"picture.{beside}"), points=other),
        ),
        interval=label("picture.interval"),
        low=timing.low,
        ratio=timing.ratio,
        high=timing.high,
        limit=timing.limit,
        limit_label=label("picture.limit-mark", limit=timing.limit),
        ticks=tuple((tick, translator.number(tick)) for tick in _ticks(*ends)),
        axis=label(f"picture.axis-{beside}"),
        ends=ends,
    )


def _ends(low: float, high: float) -> tuple[float, float]:
    """Return the ends of an axis with room beside what is drawn on it."""
    more = max(_NARROWEST / (high / low), 1.0) ** 0.5 * _ROOM
    return low / more, high * more


def _ticks(low: float, high: float) -> list[float]:
    """Return the most round numbers between two ends that do not crowd."""
    decades = range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)
    choices = [
        [tick for decade in decades for step in steps if low <= (tick := float(f"{step}e{decade}")) <= high]
        for steps in ((1,), *_STEPS)
    ]
    fitting = [choice for choice in choices if len(choice) <= _MOST_TICKS]
    return max(fitting, key=len) if fitting else choices[0]


def _bars(counts: Counts, translator: Translator) -> Bars:
    bars = tuple(_bar(count, translator) for count in counts.items)
    words = tuple(
        ": ".join((bar.label, ", ".join(filter(None, (bar.number, bar.ideal_label, bar.limit_label))))) for bar in bars
    )
    return Bars(title=translator.label("picture.counts"), words=words, bars=bars)


def _bar(count: Count, translator: Translator) -> Bar:
    labels, name = Labels(language=translator.language, digits=translator.digits), f"count.{count.name}"
    longest = max(filter(None, (count.counted, count.ideal, count.limit)), default=0.0) or 1.0
    bound = "at-least" if count.at_least else "at-most"
    return Bar(
        label=labels.label(name) if name in labels else clean(count.name),
        number=translator.number(count.counted),
        ideal_label="" if count.ideal is None else translator.label("picture.ideal", number=count.ideal),
        limit_label="" if count.limit is None else translator.label(f"picture.{bound}", number=count.limit),
        counted=count.counted / longest,
        ideal=None if count.ideal is None else count.ideal / longest,
        limit=None if count.limit is None else count.limit / longest,
        beyond=count.limit is not None
        and (count.counted < count.limit if count.at_least else count.counted > count.limit),
    )
