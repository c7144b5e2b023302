"""Which lines of a student's source a report shows, and which messages are about them."""

import re
import unicodedata
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Literal

from grader.feedback.placeholders import place
from grader.feedback.translator import Translator
from grader.model.submission import Cell

_IN_FILE = re.compile(r"(?P<file>.+):(?P<line>[0-9]{1,7})", re.DOTALL)
_IN_CELL = re.compile(r"cell (?P<cell>[0-9]{1,7}), line (?P<line>[0-9]{1,7})")
_LONGEST = 200  # characters of a line
_CONTEXTS = (40, 15, 6, 2, 0)  # lines before and after a marked one; the first that fits is taken
Kind = Literal["python", "cuda"]
_KEPT = "\t\u200c\u200d"  # of the characters that cannot be seen: tabs, and the joiners of Bangla


@dataclass(frozen=True, kw_only=True, order=True)
class Spot:
    """A place in the source of a submission."""

    cell: int | None  # code cell of a notebook, from 1; None in a file of code
    line: int | None  # from 1; None for a whole cell

    @property
    def anchor(self) -> str:
        """A name that no other place of the same source has: `L12`, `c3L2`, `c3`."""
        return f"{f'c{self.cell}' if self.cell else ''}{f'L{self.line}' if self.line else ''}"

    def label(self, translator: Translator) -> str:
        """Return what a person calls it: "line 12", "cell 3, line 2"."""
        known = (f"cell {self.cell}" if self.cell else "", f"line {self.line}" if self.line else "")
        return place(", ".join(filter(None, known)), translator.numerals)


@dataclass(frozen=True, kw_only=True)
class Line:
    """One line of the source."""

    spot: Spot
    number: int
    text: str
    notes: tuple[int, ...]  # numbers of the explanations that are about it, from 1


@dataclass(frozen=True, kw_only=True)
class Piece:
    """A cell, or a whole file: what is shown of it."""

    spot: Spot  # with no line
    kind: Kind
    source: str  # all of it, as far as it can be shown
    lines: tuple[Line | int, ...]  # a number stands for so many lines that are left out
    notes: tuple[int, ...]  # numbers of the explanations that are about all of it


@dataclass(frozen=True, kw_only=True)
class Source:
    """What is shown of a submission's code."""

    pieces: tuple[Piece, ...]
    left: int  # lines of cells of which nothing is shown


def spots(params: Mapping[str, object], file: str, cells: Sequence[Cell]) -> tuple[Spot, ...]:
    """Return the places in a submission that the parameters of a message name, in their order, each once.

    Args:
        params: texts such as `vec_add.py:12` and `cell 3, line 2`, alone or in tuples; or `file` or `cell` with `line`.
        file: name of the submission's file.
        cells: of the submission; a place that lies in none of them is passed over.
    """
    lengths = {cell.number: len(_lines(cell.source)) for cell in cells if cell.kind != "markdown"}
    found = dict.fromkeys([*_named(params, file), *_numbered(params, file)])
    return tuple(
        spot for spot in found if (1 if spot.line is None else spot.line) in range(1, lengths.get(spot.cell, 0) + 1)
    )


def shown(cells: Sequence[Cell], marks: Mapping[Spot, Sequence[int]], most: int) -> Source:
    """Return the code of a submission; where it is long, the lines around those that a message is about.

    Args:
        cells: of the submission; Markdown is left out.
        marks: places, and the numbers of the explanations that are about them.
        most: lines to show, unless more than that are marked.
    """
    code = [cell for cell in cells if cell.kind != "markdown"]
    lengths = [len(_lines(cell.source)) for cell in code]
    wanted: list[set[int]] = [set(range(1, length + 1)) for length in lengths]
    if sum(lengths) > most and marks:
        choices = [[_near(cell, marks, context) for cell in code] for context in _CONTEXTS]
        wanted = next((choice for choice in choices if sum(map(len, choice)) <= most), choices[-1])
    elif sum(lengths) > most:
        ends = accumulate(lengths, initial=0)
        wanted = [
            {number for number in numbers if end + number <= most} for numbers, end in zip(wanted, ends, strict=False)
        ]
    pieces = [_piece(cell, marks, numbers) for cell, numbers in zip(code, wanted, strict=True) if numbers]
    left = sum(length for length, numbers in zip(lengths, wanted, strict=True) if not numbers)
    return Source(pieces=tuple(pieces), left=left)


def _named(params: Mapping[str, object], file: str) -> Iterator[Spot]:
    for value in params.values():
        for text in value if isinstance(value, (list, tuple)) else (value,):
            found = _IN_CELL.fullmatch(text) if isinstance(text, str) else None
            if found:
                yield Spot(cell=int(found["cell"]), line=int(found["line"]))
            elif isinstance(text, str) and (found := _IN_FILE.fullmatch(text)) and found["file"] == file:
                yield Spot(cell=None, line=int(found["line"]))


def _numbered(params: Mapping[str, object], file: str) -> Iterator[Spot]:
    """Yield the place of an error while loading."""
    cell, line = (params.get(name) if type(params.get(name)) is int else None for name in ("cell", "line"))
    if isinstance(cell, int):
        yield Spot(cell=cell, line=line if isinstance(line, int) else None)
    elif isinstance(line, int) and params.get("file") == file:
        yield Spot(cell=None, line=line)


def _near(cell: Cell, marks: Mapping[Spot, Sequence[int]], context: int) -> set[int]:
    """Return the numbers of the lines that are at most so many away from a marked one."""
    count = len(_lines(cell.source))
    marked = [spot.line or 1 for spot in marks if spot.cell == cell.number]
    return {number for line in marked for number in range(max(line - context, 1), min(line + context, count) + 1)}


def _piece(cell: Cell, marks: Mapping[Spot, Sequence[int]], wanted: Container[int]) -> Piece:
    texts = [_visible(line) for line in _lines(cell.source)]
    lines: list[Line | int] = []
    for number, text in enumerate(texts, start=1):
        if number in wanted:
            spot = Spot(cell=cell.number, line=number)
            lines.append(Line(spot=spot, number=number, text=text, notes=tuple(marks.get(spot, ()))))
        elif lines and isinstance(lines[-1], int):
            lines[-1] += 1
        else:
            lines.append(1)
    spot = Spot(cell=cell.number, line=None)
    kind: Kind = "cuda" if cell.kind == "cuda_c" else "python"
    return Piece(spot=spot, kind=kind, source="\n".join(texts), lines=tuple(lines), notes=tuple(marks.get(spot, ())))


def _lines(source: str) -> list[str]:
    return source.rstrip("\n").split("\n")


def _visible(line: str) -> str:
    """Return a line as it can be shown: cut to a length, without what reorders or hides what is read."""
    cut = line if len(line) <= _LONGEST else line[: _LONGEST - 1] + "…"
    if cut.isprintable():
        return cut
    return "".join(c if c in _KEPT or not unicodedata.category(c).startswith("C") else "\ufffd" for c in cut)
