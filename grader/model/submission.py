"""What a student handed in."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal


@dataclass(frozen=True, kw_only=True)
class Cell:
    """A piece of source that runs as one: a whole `.py` or `.cu` file, or one cell of a notebook."""

    source: str  # code with magics already turned into Python, line numbers kept; or Markdown as written
    kind: Literal["code", "markdown", "cuda_c"] = "code"
    number: int | None = None  # among the notebook's code cells, from 1; None for a file of code and for Markdown


@dataclass(frozen=True, kw_only=True)
class Note:
    """A message about a whole submission."""

    code: str  # a message code
    params: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class Submission:
    """One student's file, read and taken apart but not run."""

    student: str
    assignment: str  # id
    file: str  # name as handed in, without folders
    format: Literal["py", "ipynb", "cu"]
    digest: str  # SHA-256 of the bytes as handed in
    cells: tuple[Cell, ...]
    notes: tuple[Note, ...] = ()  # advice that never changes a mark
    submitted_at: str = ""  # ISO 8601 with its offset; empty where the assignment has no due date
    attempt: int = 1  # which of the student's attempts this is
    attempts: int = 1  # how many were handed in
    live: bool = False  # the cells that a running notebook has run: one that fails does not stop the others
