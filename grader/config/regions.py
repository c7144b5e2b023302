"""A solution with marked regions as the single source of the starter and of the reference.

What lies between a line `### BEGIN SOLUTION` and a line `### END SOLUTION` (`///` in CUDA C) is left out of the
starter, and a line that asks the student to write stands in its place; the reference is the whole. A notebook loses its
outputs, which would show what the solution prints. The marks are those of nbgrader.
"""

import ast
import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from pathlib import Path

BEGIN = re.compile(r"[ \t]*(?:#|//)[#/ \t]*BEGIN SOLUTION\b.*", re.IGNORECASE)
END = re.compile(r"[ \t]*(?:#|//)[#/ \t]*END SOLUTION\b.*", re.IGNORECASE)
_WRITE = "এখানে লিখুন / write here"
_COMMENT = re.compile(r"[ \t]*(?:#|//)")
# What a misspelt mark is compared with; the last two are nbgrader's, and mean nothing here.
_MARKS = ("BEGIN SOLUTION", "END SOLUTION", "BEGIN HIDDEN TESTS", "END HIDDEN TESTS")
_NEAR = 0.88  # of a comment and a mark: how alike they are
_MAGIC = re.compile(r"^([ \t]*)[%!].*$", re.MULTILINE)
_OTHER = re.compile(r"%%(?!(?:time|timeit|capture)\b)")  # a cell in another language
_CUDA = re.compile(r"%%(?:cu\w*|writefile[ \t].*\.cu)[ \t]*\n")


class RegionError(ValueError):
    """The regions of a source are not in order; the text says where."""


@dataclass(frozen=True, kw_only=True)
class Derived:
    """What a source gives."""

    starter: str
    reference: str


@dataclass(frozen=True, kw_only=True)
class _Cell:
    """One cell of a notebook; of a file the whole."""

    kind: str  # of nbformat
    source: str
    cuda: bool

    @property
    def is_python(self) -> bool:
        return self.kind == "code" and not (self.cuda or _OTHER.match(self.source)) and _is_python(self.source)


def derived(source: Path, starter: Path, reference: Path) -> Derived:
    """Return what starter and reference have to be, each in the form that its name asks for.

    Args:
        source: `.ipynb`, `.py` or `.cu`, with regions.
        starter: its path.
        reference: its path; where that is the source itself, it is what stands there.

    Raises:
        RegionError: there is no region, one does not end, a mark is misspelt, or what is left is no Python.
        OSError: the source cannot be read.
    """
    try:
        text = source.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise RegionError("expected UTF-8") from error
    is_notebook = source.suffix == ".ipynb"
    cells = _cells(text) if is_notebook else (_Cell(kind="code", source=text, cuda=source.suffix == ".cu"),)
    emptied = [_emptied(cell, f"cell {number}, " if is_notebook else "") for number, cell in enumerate(cells, 1)]
    if emptied == list(cells):
        raise RegionError("there is no region of a solution: a line `### BEGIN SOLUTION`, and one `### END SOLUTION`")
    whole = text if reference == source else _as(cells, reference.suffix)
    return Derived(starter=_as(emptied, starter.suffix), reference=whole)


def _cells(text: str) -> Sequence[_Cell]:
    try:
        found = [(cell["cell_type"], "".join(cell["source"])) for cell in json.loads(text)["cells"]]
    except (ValueError, LookupError, TypeError) as error:
        raise RegionError("it is no notebook of nbformat 4") from error
    return [_Cell(kind=kind, source=source, cuda=bool(_CUDA.match(source))) for kind, source in found]


def _emptied(cell: _Cell, where: str) -> _Cell:
    """Return a cell without its regions.

    Args:
        cell: with its regions.
        where: the cell, for messages; empty for a file.
    """
    kept: list[str] = []
    begun = 0
    for at, line in enumerate(cell.source.split("\n"), 1):
        if BEGIN.fullmatch(line):
            if begun:
                raise RegionError(f"{where}line {at}: a region begins in the one that began in line {begun}")
            begun = at
            kept.append(_asking(line, cell))
        elif END.fullmatch(line):
            if not begun:
                raise RegionError(f"{where}line {at}: a region ends that has not begun")
            begun = 0
        elif _is_nearly_a_mark(line):
            raise RegionError(
                f"{where}line {at}: {line.strip()!r} is no mark; they are `### BEGIN SOLUTION` and `### END SOLUTION`"
            )
        elif not begun:
            kept.append(line)
    if begun:
        raise RegionError(f"{where}line {begun}: the region that begins here does not end")
    return replace(cell, source=_parsable(kept, where) if cell.is_python else "\n".join(kept))


def _asking(line: str, cell: _Cell) -> str:
    """Return what stands in place of the region that a line begins."""
    if cell.kind != "code":
        return f"*{_WRITE}*"
    indent = line[: len(line) - len(line.lstrip())]
    return f"{indent}{'//' if cell.cuda else '#'} {_WRITE}"


def _is_nearly_a_mark(line: str) -> bool:
    """Return whether a comment seems to be a mark: if nobody recognised it, the starter would show the solution."""
    words = " ".join(re.sub("[^A-Z]", " ", line.upper()).split())
    return bool(_COMMENT.match(line) and get_close_matches(words, _MARKS, n=1, cutoff=_NEAR))


def _is_python(source: str) -> bool:
    """Return whether a source is Python, beside lines that are magics or for the shell."""
    try:
        ast.parse(_MAGIC.sub(r"\1pass", source))
    except SyntaxError:
        return False
    return True


def _parsable(lines: Sequence[str], where: str) -> str:
    """Return code in which a body that has lost all of its lines gets one that does nothing."""
    filled = [
        each for line in lines for each in ((line, line.partition("#")[0] + "...") if _WRITE in line else (line,))
    ]
    for text in ("\n".join(lines), "\n".join(filled)):
        if _is_python(text):
            return text
    raise RegionError(f"{where}without its solution it is no Python any more: leave whole statements out")


def _as(cells: Sequence[_Cell], suffix: str) -> str:
    if suffix == ".ipynb":
        return _notebook(cells)
    return "\n\n".join(_code(cells, suffix)).rstrip() + "\n"


def _code(cells: Sequence[_Cell], suffix: str) -> Iterator[str]:
    """Yield the code of cells for a file of one language; in Python, what is none becomes comments."""
    for cell in cells:
        if cell.kind != "code" or cell.cuda != (suffix == ".cu"):
            continue
        text = _CUDA.sub("", cell.source, count=1) if cell.cuda else cell.source
        if suffix == ".py":
            lines = re.compile("^", re.MULTILINE) if _OTHER.match(text) else _MAGIC
            text = lines.sub(lambda line: f"# {line[0]}", text)
        yield text.rstrip("\n")


def _notebook(cells: Sequence[_Cell]) -> str:
    whole: list[dict[str, object]] = [
        {
            "id": f"cell-{number}", "cell_type": cell.kind, "metadata": {},
            "source": cell.source.splitlines(keepends=True),
            **({"execution_count": None, "outputs": []} if cell.kind == "code" else {}),
        }
        for number, cell in enumerate(cells, 1)
    ]  # fmt: skip
    kernel = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}
    body = {"nbformat": 4, "nbformat_minor": 5, "metadata": kernel, "cells": whole}
    return json.dumps(body, ensure_ascii=False, indent=1) + "\n"
