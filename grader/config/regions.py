"""A solution with marked regions as the single source of the starter and of the reference.

What lies between a line `### BEGIN SOLUTION` and a line `### END SOLUTION` (`///` in CUDA C) is left out of the
starter, and a line that asks the student to write stands in its place; the reference is the whole. A notebook loses its
outputs, which would show what the solution prints. The marks are those of nbgrader.
"""

import ast
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

BEGIN = re.compile(r"[ \t]*(?:#|//|%)[#/% \t]*BEGIN SOLUTION\b.*", re.IGNORECASE)
END = re.compile(r"[ \t]*(?:#|//|%)[#/% \t]*END SOLUTION\b.*", re.IGNORECASE)
_WRITE = "এখানে লিখুন / write here"
_MAGIC = re.compile(r"[ \t]*[%!]")
_CUDA = re.compile(r"%%(?:cu\w*|writefile[ \t].*\.cu)[ \t]*\n")


class RegionError(ValueError):
    """The regions of a source are not in order; the text says where."""


@dataclass(frozen=True, kw_only=True)
class Derived:
    """What a source gives."""

    starter: str
    reference: str


def derived(source: Path, starter: Path, reference: Path) -> Derived:
    """Return what starter and reference have to be, each in the form that its name asks for.

    Args:
        source: `.ipynb`, `.py` or `.cu`, with regions.
        starter: its path.
        reference: its path.

    Raises:
        RegionError: there is no region, one does not end, or what is left is no Python.
        OSError: the source cannot be read.
    """
    text = source.read_text(encoding="utf-8")
    cells = _cells(text) if source.suffix == ".ipynb" else ({"cell_type": "code", "source": text},)
    emptied = [_emptied(cell, number, source) for number, cell in enumerate(cells, 1)]
    if all(before["source"] == after["source"] for before, after in zip(cells, emptied, strict=True)):
        raise RegionError("there is no region of a solution: a line `### BEGIN SOLUTION`, and one `### END SOLUTION`")
    return Derived(starter=_as(emptied, starter.suffix), reference=_as(cells, reference.suffix))


def _cells(text: str) -> Sequence[Mapping[str, Any]]:
    try:
        return [
            {"cell_type": cell["cell_type"], "source": "".join(cell["source"])} for cell in json.loads(text)["cells"]
        ]
    except (ValueError, LookupError, TypeError) as error:
        raise RegionError("it is no notebook of nbformat 4") from error


def _emptied(cell: Mapping[str, Any], number: int, source: Path) -> Mapping[str, Any]:
    where = f"cell {number}, " if source.suffix == ".ipynb" else ""
    kept, begun = [], 0
    mark = "//" if source.suffix == ".cu" or _CUDA.match(cell["source"]) else "#"
    for at, line in enumerate(cell["source"].split("\n"), 1):
        if BEGIN.fullmatch(line):
            if begun:
                raise RegionError(f"{where}line {at}: a region begins in the one that began in line {begun}")
            begun = at
            indent = line[: len(line) - len(line.lstrip())]
            kept.append(f"{indent}{mark} {_WRITE}" if cell["cell_type"] == "code" else f"*{_WRITE}*")
        elif END.fullmatch(line):
            if not begun:
                raise RegionError(f"{where}line {at}: a region ends that has not begun")
            begun = 0
        elif not begun:
            kept.append(line)
    if begun:
        raise RegionError(f"{where}line {begun}: the region that begins here does not end")
    is_python = cell["cell_type"] == "code" and mark == "#" and not any(map(_MAGIC.match, kept))
    return {**cell, "source": _parsable(kept, where) if is_python else "\n".join(kept)}


def _parsable(lines: Sequence[str], where: str) -> str:
    """Return code in which a body that has lost all of its lines gets one that does nothing."""
    filled = [
        each for line in lines for each in ((line, line.partition("#")[0] + "...") if _WRITE in line else (line,))
    ]
    for text in ("\n".join(lines), "\n".join(filled)):
        try:
            ast.parse(text)
        except SyntaxError:
            continue
        return text
    raise RegionError(f"{where}without its solution it is no Python any more: leave whole statements out")


def _as(cells: Sequence[Mapping[str, Any]], suffix: str) -> str:
    if suffix == ".ipynb":
        return _notebook(cells)
    return "\n\n".join(_code(cells, suffix)).rstrip() + "\n"


def _code(cells: Sequence[Mapping[str, Any]], suffix: str) -> Iterator[str]:
    """Yield the code of cells for a file of one language; magics and shell lines become comments."""
    for cell in cells:
        found = _CUDA.match(cell["source"])
        if cell["cell_type"] == "code" and bool(found) == (suffix == ".cu" and len(cells) > 1):
            text = cell["source"][found.end() :] if found else cell["source"]
            lines = (f"# {line}" if suffix == ".py" and _MAGIC.match(line) else line for line in text.split("\n"))
            yield "\n".join(lines).rstrip("\n")


def _notebook(cells: Sequence[Mapping[str, Any]]) -> str:
    whole = [
        {
            "id": f"cell-{number}", "cell_type": cell["cell_type"], "metadata": {},
            "source": cell["source"].splitlines(keepends=True),
            **({"execution_count": None, "outputs": []} if cell["cell_type"] == "code" else {}),
        }
        for number, cell in enumerate(cells, 1)
    ]  # fmt: skip
    kernel = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}
    body = {"nbformat": 4, "nbformat_minor": 5, "metadata": kernel, "cells": whole}
    return json.dumps(body, ensure_ascii=False, indent=1) + "\n"
