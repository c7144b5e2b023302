"""The smallest input that shows a failure, as tables: results in one dimension side by side, matrices as grids."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from grader.feedback.placeholders import clean
from grader.feedback.translator import Translator
from grader.model.verdict import Example, Shown

NEAR = 1e-4  # relative difference below which two numbers read the same
_MISSING = "–"


@dataclass(frozen=True, kw_only=True)
class Cell:
    """One value."""

    text: str
    wrong: bool = False


@dataclass(frozen=True, kw_only=True)
class Table:
    """Rows of values with what stands before each; the first head is for these."""

    title: str  # nothing where the heads say it all
    heads: tuple[str, ...]
    rows: tuple[tuple[str, tuple[Cell, ...]], ...]


@dataclass(frozen=True, kw_only=True)
class Smallest:
    """The smallest input that shows a failure."""

    lead: tuple[str, ...]  # sentences: which input it is, and the first wrong value
    scalars: tuple[tuple[str, Cell], ...]  # label and value
    tables: tuple[Table, ...]


def smallest(example: Example, translator: Translator) -> Smallest:
    """Lay out an example; one whose values are too large to be read has sentences only."""
    wrong = dict(_judged(example))
    # Where the values are right, as with accesses beyond an array, they would only make a student look for a wrong one.
    told = example.place or any(map(any, wrong.values()))
    laid = [
        (
            shown,
            _head(shown, translator),
            _cells(shown.values, wrong.get(shown.name, []) if shown.role == "got" else []),
        )
        for shown in example.values
        if told or shown.role == "input"
    ]
    flat = [each for each in laid if len(each[0].shape) == 1]
    grids = [each for each in laid if len(each[0].shape) > 1]
    return Smallest(
        lead=tuple(_lead(example, translator)),
        scalars=tuple((head, cells[0]) for shown, head, cells in laid if not shown.shape),
        tables=(*_side_by_side(flat, translator), *(_grid(*each) for each in grids)),
    )


def _lead(example: Example, translator: Translator) -> Iterator[str]:
    yield translator.label("report.smallest", case=example.case)
    if example.inputs and not example.values:
        yield translator.label("report.smallest-inputs", inputs=example.inputs)
    if example.place:
        yield translator.label("report.smallest-place", place=example.place, expected=example.expected, got=example.got)


def _judged(example: Example) -> Iterator[tuple[str, list[bool]]]:
    """Yield the names of the results with which of their values are wrong."""
    right = {shown.name: shown for shown in example.values if shown.role == "expected"}
    for shown in example.values:
        if shown.role == "got" and shown.name in right:
            want = right[shown.name]
            pairs = zip_longest(want.values, shown.values, fillvalue=_MISSING)
            yield (
                shown.name,
                [
                    _differ(*pair) or _place(shown.name, at, want.shape) == example.place
                    for at, pair in enumerate(pairs)
                ],
            )


def _differ(want: str, got: str) -> bool:
    try:
        return want != got and not math.isclose(float(want), float(got), rel_tol=NEAR)
    except ValueError:
        return True


def _place(name: str, at: int, shape: Sequence[int]) -> str:
    """Return a place as an example names it: `c[12]`, `c[3, 0]`, or the name of a number alone."""
    index: list[int] = []
    for length in reversed(shape):
        at, here = divmod(at, length or 1)
        index.append(here)
    return f"{name}{index[::-1]}" if shape else name


def _head(shown: Shown, translator: Translator) -> str:
    return translator.label(f"example.{shown.role}", name=shown.name)


def _cells(values: Sequence[str], wrong: Sequence[bool]) -> tuple[Cell, ...]:
    # A result may have fewer values than it should, or none.
    pairs = zip_longest(values or ("",), wrong)
    return tuple(Cell(text=clean(text) if text else _MISSING, wrong=bool(flag)) for text, flag in pairs)


def _side_by_side(laid: Sequence[tuple[Shown, str, tuple[Cell, ...]]], translator: Translator) -> Iterator[Table]:
    if laid:
        columns = zip_longest(*(cells for _, _, cells in laid), fillvalue=Cell(text=""))
        rows = tuple((str(index), tuple(row)) for index, row in enumerate(columns))
        yield Table(title="", heads=(translator.label("example.index"), *(head for _, head, _ in laid)), rows=rows)


def _grid(shown: Shown, head: str, cells: Sequence[Cell]) -> Table:
    """Return a matrix with the indices of its rows and columns; leading axes are folded into its rows."""
    wide = shown.shape[-1] or 1
    rows = tuple((str(at // wide), tuple(cells[at : at + wide])) for at in range(0, len(cells), wide))
    return Table(title=head, heads=("", *map(str, range(wide))), rows=rows)
