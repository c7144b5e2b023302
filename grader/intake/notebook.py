"""The bytes of a notebook, of any version, to its cells; what a validator thinks of it plays no part."""

import json
from collections.abc import Iterator, Sequence
from typing import Any

from grader.errors import UnreadableSubmissionError
from grader.intake.magics import Python, cost, to_python
from grader.intake.script import clean, encoding_notes, marked_encoding
from grader.model.submission import Cell, Note

# The time that IPython takes grows with a cell's length times its magics. No real notebook comes near this; the cells
# after it are kept as they are.
MAX_WORK = 1_000_000  # characters read
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
    sources = list(_sources(_parse(data, name), name))
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
    return tuple(cells), (*encoding_notes(marked_encoding(data), name), *_notes(found, cuda_c=cuda_c))


def _parse(data: bytes, name: str) -> Any:
    try:
        return json.loads(data)  # from bytes it finds UTF-8, UTF-16 and UTF-32 by itself, marked or not
    except UnicodeDecodeError as error:
        raise UnreadableSubmissionError("intake.not-utf8", {"file": name}) from error
    except ValueError as error:
        raise UnreadableSubmissionError("intake.not-json", {"error": str(error)}) from error
    except RecursionError as error:
        raise UnreadableSubmissionError("intake.too-deep", {}) from error


def _sources(notebook: Any, name: str) -> Iterator[tuple[str, str]]:
    """Yield (type, source) of the code and text cells."""
    unusable = UnreadableSubmissionError("intake.not-a-notebook", {"file": name})
    if not isinstance(notebook, dict):
        raise unusable
    # Up to version 3 the cells lay in worksheets, and the code in `input`.
    sheets = notebook.get("worksheets") if "cells" not in notebook else [notebook]
    if not isinstance(sheets, list):
        raise unusable
    for sheet in sheets:
        cells = sheet.get("cells") if isinstance(sheet, dict) else None
        if not isinstance(cells, list):
            raise unusable
        for cell in cells:
            source = _joined(cell.get("source", cell.get("input"))) if isinstance(cell, dict) else None
            if source is None:
                raise unusable
            kind = cell.get("cell_type")
            if kind == "code" or kind in TEXT:
                yield kind, clean(source)


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
