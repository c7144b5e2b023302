"""The bytes of a notebook, of any version, to its cells; what a validator thinks of it plays no part."""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from grader.errors import UnreadableSubmissionError
from grader.intake import text
from grader.intake.magics import MAX_WORK, Python, cost, to_python
from grader.model.submission import Cell, Note

TEXT = ("markdown", "heading")  # headings had a type of their own in version 3


def read_notebook(data: bytes, name: str, *, cuda_c: bool = False) -> tuple[tuple[Cell, ...], tuple[Note, ...]]:
    """Return the code and Markdown cells, magics turned into Python, with the notes to them.

    Args:
        data: the file's bytes.
        name: the file's name, for messages.
        cuda_c: whether cells of CUDA C count; otherwise they are empty, and there is a note to them.

    Raises:
        UnreadableSubmissionError: this is no notebook, or an empty one.
    """
    whole, encoding = text.decoded(data, name, text.unmarked(data))
    sources, odd = _sources(_parsed(whole), name)
    if not any(source.strip() for _, source in sources):
        raise UnreadableSubmissionError("intake.empty", {"file": name})
    cells: list[Cell] = []
    found: list[Python] = []  # the code cells
    work = 0
    for kind, source in sources:
        if kind in TEXT:
            cells.append(Cell(source=source, kind="markdown"))
            continue
        work += cost(source)
        python = to_python(source) if work <= MAX_WORK else Python(source=source)
        found.append(python)
        if cuda_c and python.cuda_c:
            cells.append(Cell(source=python.body, kind="cuda_c", number=len(found)))
        else:
            cells.append(Cell(source=python.source, number=len(found)))
    return tuple(cells), (*text.notes(encoding, name), *odd, *_notes(found, cuda_c=cuda_c))


def _parsed(whole: str) -> Any:
    try:
        return json.loads(whole, strict=False)  # a tab or a line's end inside of a text does no harm
    except json.JSONDecodeError as error:
        cell = whole.count('"cell_type"', 0, error.pos)
        where = f", in or after cell {cell} of all" if cell else ""
        raise UnreadableSubmissionError("intake.not-json", {"error": f"{error}{where}"}) from error
    except ValueError as error:  # a number with too many digits
        raise UnreadableSubmissionError("intake.not-json", {"error": str(error)}) from error
    except RecursionError as error:
        raise UnreadableSubmissionError("intake.too-deep", {}) from error


def _sources(notebook: Any, name: str) -> tuple[list[tuple[str, str]], list[Note]]:
    """Return (type, source) of the code and text cells, and the note on those that are none.

    Raises:
        UnreadableSubmissionError: there is no cell in it at all.
    """
    cells = [cell for sheet in _sheets(notebook, name) for cell in sheet]
    read = [(_kind(cell), _joined(cell.get("source", cell.get("input", "")))) if isinstance(cell, dict) else ("", None)
            for cell in cells]  # fmt: skip
    odd = tuple(str(number) for number, (kind, source) in enumerate(read, 1) if source is None or not kind)
    if odd and len(odd) == len(read):
        raise _unusable(name)
    found = [(kind, text.clean(source)) for kind, source in read if source is not None and kind in {"code", *TEXT}]
    return found, [Note(code="note.odd-cells", params={"numbers": odd})] if odd else []


def _sheets(notebook: Any, name: str) -> Iterator[list[Any]]:
    """Yield lists of cells: up to version 3 they lay in worksheets."""
    sheets = notebook.get("worksheets", [notebook]) if isinstance(notebook, dict) else None
    sheets = [notebook] if isinstance(notebook, dict) and "cells" in notebook else sheets
    for sheet in sheets if isinstance(sheets, list) else [None]:
        cells = sheet.get("cells") if isinstance(sheet, dict) else None
        if not isinstance(cells, list):
            raise _unusable(name)
        yield cells


def _unusable(name: str) -> UnreadableSubmissionError:
    return UnreadableSubmissionError("intake.not-a-notebook", {"file": name})


def _kind(cell: Mapping[str, Any]) -> str:
    """Return the type of a cell, also where it is missing or odd but what only code has is there; else nothing."""
    kind = cell.get("cell_type")
    kind = kind.strip().lower() if isinstance(kind, str) else ""
    if kind in {"code", "raw", *TEXT}:
        return kind
    return "code" if "execution_count" in cell or "outputs" in cell or "prompt_number" in cell else ""


def _joined(source: object) -> str | None:
    """Return a source, which may be given as a list of lines; None if it is no text."""
    if isinstance(source, list) and all(isinstance(line, str) for line in source):
        return "".join(source)
    return source if isinstance(source, str) else None


def _notes(found: Sequence[Python], *, cuda_c: bool) -> Iterator[Note]:
    """Yield what is said of code that does not run, by the numbers of the cells."""
    shell = tuple(f"cell {number}" for number, python in enumerate(found, 1) if python.shell)
    if shell:
        yield Note(code="note.shell-skipped", params={"cells": shell, "count": sum(python.shell for python in found)})
    magics = frozenset[str]().union(*(python.magics for python in found))
    if magics:
        yield Note(code="note.magic-skipped", params={"names": tuple(sorted(magics))})
    skipped = tuple(f"cell {number}" for number, python in enumerate(found, 1) if python.cuda_c)
    if skipped and not cuda_c:
        yield Note(code="note.cuda-cell-skipped", params={"cells": skipped})
