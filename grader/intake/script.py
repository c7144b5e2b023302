"""The bytes of a `.py` or `.cu` file to its one cell."""

import re

from grader.errors import UnreadableSubmissionError
from grader.intake import text
from grader.intake.magics import MAX_WORK, SPECIAL, cost, to_python
from grader.model.submission import Cell, Note
from grader.text.source import parsed

_SHELL = re.compile(r"\bget_ipython\(\)\.(?:system|getoutput)\(")
_CODING = re.compile(rb"[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)")
_COMMENT = re.compile(rb"[ \t\f]*(?:#.*)?\r?$")


def read_script(data: bytes, name: str) -> tuple[tuple[Cell, ...], tuple[Note, ...]]:
    """Return the whole file as one cell, with the notes to it.

    Colab writes a notebook's shell lines and magics into the `.py` that it offers: they are translated as in a cell.

    Args:
        data: the file's bytes.
        name: the file's name, for messages.

    Raises:
        UnreadableSubmissionError: the bytes are no text in any encoding that the file declares, or nothing at all.
    """
    source, encoding = text.decoded(data, name, _declared(data))
    _refuse_blank(source, name)
    found: tuple[Note, ...] = ()
    if SPECIAL.search(source) and cost(source) <= MAX_WORK and not _is_python(source):
        source, found = _translated(source)
    return (Cell(source=source),), (*text.notes(encoding, name), *found)


def read_cuda_c(data: bytes, name: str) -> tuple[tuple[Cell, ...], tuple[Note, ...]]:
    """Return a whole file of CUDA C as one cell, with the notes to it.

    Args:
        data: the file's bytes.
        name: the file's name, for messages.

    Raises:
        UnreadableSubmissionError: the bytes are no text, or nothing at all.
    """
    source, encoding = text.decoded(data, name)
    _refuse_blank(source, name)
    return (Cell(source=source, kind="cuda_c"),), text.notes(encoding, name)


def _declared(data: bytes) -> str:
    """Return the encoding that one of the first two lines names, or nothing (PEP 263)."""
    for line in data.split(b"\n", 2)[:2]:
        if match := _CODING.match(line):
            return match[1].decode()
        if not _COMMENT.match(line):
            break
    return ""


def _refuse_blank(source: str, name: str) -> None:
    if not source.strip():
        raise UnreadableSubmissionError("intake.empty", {"file": name})


def _is_python(source: str) -> bool:
    try:
        parsed(source)
    except SyntaxError:
        return False
    return True


def _translated(source: str) -> tuple[str, tuple[Note, ...]]:
    python = to_python(source)
    if not _is_python(python.source):  # then what is wrong is told of what was handed in
        return source, ()
    lines = [f"line {at}" for at, line in enumerate(python.source.split("\n"), 1) if _SHELL.search(line)]
    shell = Note(code="note.shell-skipped", params={"cells": tuple(lines), "count": python.shell})
    magics = Note(code="note.magic-skipped", params={"names": tuple(sorted(python.magics))})
    return python.source, (*([shell] if python.shell else []), *([magics] if python.magics else []))
