"""Pictures as SVG inside a page: lengths in percent, so that a phone and a printed page draw the same."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from grader.feedback.pictures import Map, Strip

LEVELS = 4  # fillings of a cell that are told apart
_SQUARE = 32  # columns up to which the cells of a grid are squares
_EDGE = 0.12  # share of an axis in which a label at its end is aligned with that end


@dataclass(frozen=True, kw_only=True)
class Cells:
    """The drawing of a map, in cells."""

    columns: int
    rows: int
    lines: str  # path of the borders of all cells
    fillings: tuple[tuple[float, str], ...]  # height of the filling, and the path along its middle
    square: bool
    strip: bool  # one row
    beside: float  # percent of the width that the last row leaves free


@dataclass(frozen=True, kw_only=True)
class Label:
    """A text at a place of an axis."""

    at: float  # percent
    anchor: str
    text: str


def cells(drawing: Map) -> Cells:
    """Lay out the cells of a map; those that are wrong in the same degree are one path."""
    columns, rows = max(map(len, drawing.cells), default=0), len(drawing.cells)
    fillings = tuple(
        (level / LEVELS, path) for level in range(1, LEVELS + 1) if (path := "".join(_filling(drawing.cells, level)))
    )
    return Cells(
        columns=columns,
        rows=rows,
        lines="".join(_borders(drawing.cells)),
        fillings=fillings,
        square=rows > 1 and columns <= _SQUARE,
        strip=rows == 1,
        beside=round(100 - len(drawing.cells[-1]) / columns * 100, 2) if columns else 0.0,
    )


def _filling(shares: Sequence[Sequence[float]], level: int) -> Iterator[str]:
    """Yield what draws all cells of one level: a line as thick as the filling is high."""
    for row, values in enumerate(shares):
        column = 0
        for same, group in groupby(values, key=_level):
            length = len(list(group))
            if same == level:
                yield f"M{column} {row + 1 - level / LEVELS / 2:g}h{length}"
            column += length


def _level(share: float) -> int:
    """Return how full a cell is drawn; one that is wrong at all is never empty, and only what is all wrong is full."""
    if share >= 1:
        return LEVELS
    return max(1, min(round(share * LEVELS), LEVELS - 1)) if share > 0 else 0


def _borders(shares: Sequence[Sequence[float]]) -> Iterator[str]:
    columns = max(map(len, shares), default=0)
    for row, values in enumerate(shares):
        wide = max(len(values), len(shares[row - 1]) if row else 0)
        yield f"M0 {row}h{wide}"
    yield f"M0 {len(shares)}h{len(shares[-1]) if shares else 0}"
    for column in range(columns + 1):
        yield f"M{column} 0v{sum(len(values) >= max(column, 1) for values in shares)}"


def percent(strip: Strip, value: float) -> float:
    """Return where a value lies on the axis of a strip."""
    return round(strip.at(value) * 100, 2)


def label(strip: Strip, value: float, text: str) -> Label:
    """Return a text at its place of the axis; near the ends it does not reach beyond them."""
    at = strip.at(value)
    anchor = "start" if at < _EDGE else "end" if at > 1 - _EDGE else "middle"
    return Label(at=round(at * 100, 2), anchor=anchor, text=text)
