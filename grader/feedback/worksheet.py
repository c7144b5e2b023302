"""An assignment as a notebook to work in: a badge for Colab, the statement, the starter and a self-check."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import PurePosixPath

from grader.feedback import handout
from grader.feedback.starter import Starter
from grader.feedback.translator import Translator

_BADGE = "https://colab.research.google.com/assets/colab-badge.svg"
_COLAB = "https://colab.research.google.com/"


@dataclass(frozen=True, kw_only=True)
class Home:
    """The folder at GitHub that students get their files from."""

    owner: str
    repository: str
    branch: str
    folder: str = ""  # inside the repository, without slashes at its ends

    def notebook(self, name: str) -> str:
        """Return the address at which Colab opens a notebook of the folder."""
        path = PurePosixPath(self.folder, name)
        return f"{_COLAB}github/{self.owner}/{self.repository}/blob/{self.branch}/{path}"


def notebook(
    page: handout.Handout, starter: Starter, translator: Translator, *, install: str, home: Home | None
) -> str:
    """Return the notebook as JSON of nbformat 4; the same input gives the same text.

    Args:
        page: what the student may see of the assignment.
        starter: Python and the cells of a notebook stand there as they are; CUDA C is written into its file by a cell.
        translator: the language.
        install: what pip installs to have the self-check.
        home: where the notebook will lie; None = nobody knows.
    """
    label = translator.label
    cells = [
        _cell("markdown", _badge(page, translator, home)),
        _cell("code", _setup(page, label("worksheet.setup"), install, home)),
        _cell("markdown", handout.markdown(page, translator)),
        _cell("markdown", label("worksheet.work")),
        *_work(starter),
        _cell("code", f'# {label("worksheet.check")}\nimport grader\n\ngrader.check("{page.id}")'),
    ]
    body = {
        "nbformat": 4,
        "nbformat_minor": 5,
        "metadata": {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}},
        "cells": [{"id": f"cell-{number}", **cell} for number, cell in enumerate(cells, start=1)],
    }
    return json.dumps(body, ensure_ascii=False, indent=1) + "\n"


def _work(starter: Starter) -> Iterator[Mapping[str, object]]:
    for cell in starter.cells:
        file = f"%%writefile {starter.name}\n" if cell.kind == "cuda" and not starter.is_notebook else ""
        yield _cell("markdown" if cell.kind == "markdown" else "code", f"{file}{cell.source.rstrip()}")


def _cell(kind: str, source: str) -> Mapping[str, object]:
    cell = {"cell_type": kind, "metadata": {}, "source": source.splitlines(keepends=True)}
    return {**cell, "execution_count": None, "outputs": []} if kind == "code" else cell


def _badge(page: handout.Handout, translator: Translator, home: Home | None) -> str:
    address = home.notebook(f"{page.id}/{page.id}.ipynb") if home else _COLAB
    badge = f"[![{translator.label('worksheet.badge')}]({_BADGE})]({address})"
    return badge if home else f"{badge}\n\n{translator.label('worksheet.upload')}"


def _setup(page: handout.Handout, comment: str, install: str, home: Home | None) -> str:
    lines = [f"# {comment}", f"%pip install -q {install}"]
    if home:
        address = f"https://github.com/{home.owner}/{home.repository}"
        folder = PurePosixPath("/content/course", home.folder, page.id)
        lines += [
            "import sys",
            'if "google.colab" in sys.modules:',
            f"    !git clone -q --depth 1 --branch {home.branch} {address} /content/course",
            f"    %cd -q {folder}",
        ]
    return "\n".join(lines)
