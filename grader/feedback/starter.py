"""The file that a student begins with, as the cells that it is shown in."""

import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from grader.errors import UsageError
from grader.text.paths import shown

_CUDA = re.compile(r"\s*%%(?:cu\w*|writefile\s.*\.cu)\s*$", re.MULTILINE)


@dataclass(frozen=True, kw_only=True)
class Cell:
    """One cell of a notebook; of a file the whole."""

    source: str
    kind: Literal["python", "cuda", "markdown"]


@dataclass(frozen=True, kw_only=True)
class Starter:
    """The file to begin with."""

    name: str
    cells: tuple[Cell, ...]

    @property
    def is_notebook(self) -> bool:
        """Whether its cells are cells of a notebook."""
        return self.name.endswith(".ipynb")


def read(path: Path) -> Starter:
    """Return a starter.

    Raises:
        UsageError: it is a notebook of another version, or none at all.
        OSError: it cannot be read.
    """
    text = path.read_text(encoding="utf-8")
    if path.suffix != ".ipynb":
        return Starter(name=path.name, cells=(Cell(source=text, kind="cuda" if path.suffix == ".cu" else "python"),))
    try:
        found = [(cell["cell_type"], "".join(cell["source"])) for cell in json.loads(text)["cells"]]
    except (ValueError, LookupError, TypeError) as error:
        raise UsageError(f"{shown(path)} is no notebook of nbformat 4: save it again in Jupyter") from error
    return Starter(name=path.name, cells=tuple(_cell(*each) for each in found if each[1].strip()))


def _cell(kind: str, source: str) -> Cell:
    if kind != "code":
        return Cell(source=source, kind="markdown")
    return Cell(source=source, kind="cuda" if _CUDA.match(source) else "python")
