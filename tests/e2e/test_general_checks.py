"""Checks of scripts, sources and instructors' tests, through the real sandbox, up to the words that a student reads."""

import io
import json
from dataclasses import replace
from pathlib import Path

import pytest
from rich.console import Console

from grader import app
from grader.config import load_course
from grader.feedback import html, terminal
from grader.feedback.catalogue import Catalogue
from grader.feedback.translator import Translator
from grader.model.job import Job
from grader.model.report import Report
from grader.model.text import Language

ROOT = Path(__file__).parent / "general"
LANGUAGES: tuple[Language, ...] = ("bn", "en")


@pytest.fixture(scope="module")
def grader() -> app.Grader:
    return app.build(load_course(ROOT / "grader.yaml")).ready()


def notebook(*sources: str) -> str:
    cells = [{"cell_type": "code", "source": source, "metadata": {}, "outputs": []} for source in sources]
    return json.dumps({"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": cells})


def grade(grader: app.Grader, folder: Path, assignment: str, file: str, text: str) -> Report:
    (folder / file).write_text(text, encoding="utf-8")
    report = grader.grade(Job(student="mina", assignment=assignment, path=str(folder / file)))
    assert report.problem is None, report.problem
    for language in LANGUAGES:  # every message has its parameters
        stream = io.StringIO()
        words = Translator(catalogue=Catalogue.load(), language=language)
        terminal.print_report(Console(file=stream, width=200), report, grader.assignments[assignment], words)
        for verdict in report.verdicts:
            assert not verdict.finding.code or verdict.finding.code not in stream.getvalue()
    return report


def told(report: Report) -> dict[str, tuple[str, float]]:
    return {verdict.check: (verdict.finding.code, float(verdict.awarded)) for verdict in report.verdicts}


def test_a_notebook_is_judged_by_its_variables_its_lines_and_its_source(grader: app.Grader, tmp_path: Path) -> None:
    cells = (
        "import numpy as np\nsquares = np.arange(5) ** 2",
        "squares",
        "mean = squares.mean()\nprint('mean =', mean)",
    )
    right = grade(grader, tmp_path, "first_notebook", "first.ipynb", notebook(*cells))
    assert told(right) == {"values": ("", 2), "shown": ("", 1), "hint": ("", 0)}

    loop = ("squares = [i * i for i in range(5)]", "total = 0\nfor i in squares:\n    total += i\nmaen = total / 5")
    wrong = grade(grader, tmp_path, "first_notebook", "first.ipynb", notebook(*loop))
    assert told(wrong) == {
        "values": ("variables.wrong-type", 0), "shown": ("stdout.nothing", 0), "hint": ("construct.forbidden", 0)
    }  # fmt: skip
    assert wrong.score is not None
    assert wrong.score.possible == 3  # a hint is worth nothing


def test_a_page_of_hints_alone_has_empty_bars(grader: app.Grader, tmp_path: Path) -> None:
    report = grade(grader, tmp_path, "first_notebook", "first.py", "x = 1\n")
    hints = tuple(verdict for verdict in report.verdicts if not verdict.points)
    words = Translator(catalogue=Catalogue.load(), language="en")
    page = html.report(replace(report, verdicts=hints), grader.assignments["first_notebook"], words)
    assert 'class="b-lost" x="0.0%" y="15%" height="70%" width="0.0%"' in page


def test_a_notebook_that_stops_is_judged_up_to_there(grader: app.Grader, tmp_path: Path) -> None:
    cells = ("import numpy as np\nsquares = np.arange(5) ** 2", "squares.nothing", "mean = 6.0\nprint('mean = 6.0')")
    stopped = grade(grader, tmp_path, "first_notebook", "first.ipynb", notebook(*cells))
    assert told(stopped) == {"values": ("nb.cell-error", 0), "shown": ("nb.cell-error", 0), "hint": ("", 0)}


def test_what_a_call_prints_is_judged_beside_what_it_returns(grader: app.Grader, tmp_path: Path) -> None:
    source = (ROOT / "reference/printing/solution.py").read_text(encoding="utf-8")
    right = grade(grader, tmp_path, "printing", "sums.py", source)
    assert told(right) == {"right": ("", 1), "shown": ("", 1)}
    more = grade(grader, tmp_path, "printing", "sums.py", source.replace("    return", "    print('done')\n    return"))
    assert told(more) == {"right": ("", 1), "shown": ("stdout.extra-line", 0)}
    silent = grade(grader, tmp_path, "printing", "sums.py", source.replace("print(int(found))", "pass"))
    assert told(silent) == {"right": ("", 1), "shown": ("stdout.nothing", 0)}


@pytest.mark.parametrize(
    ("body", "code", "awarded"),
    [
        ("return float(sum(x)) / len(x) if len(x) else 0", "", 3),
        ("return float(sum(x)) / len(x) if len(x) else -1", "pytest.failed", 2),
        ("return float(sum(x)) / len([*x])", "pytest.raised", 2),
        ("pass", "pytest.failed", 0),
    ],
)
def test_an_instructor_s_tests_give_each_its_share(
    grader: app.Grader, tmp_path: Path, body: str, code: str, awarded: int
) -> None:
    report = grade(grader, tmp_path, "own_tests", "mean.py", f"def mean(x):\n    {body}\n")
    assert told(report) == {"tested": (code, awarded)}


def test_the_student_s_process_sees_nothing_of_the_tests(grader: app.Grader, tmp_path: Path) -> None:
    source = """\
import os, sys
def mean(x):
    seen = [name for name in os.listdir() if name != "mean.py"] or "pytest" in sys.modules
    return 3.0 if not seen else -1.0
"""
    assert told(grade(grader, tmp_path, "own_tests", "mean.py", source)) == {"tested": ("pytest.failed", 2)}


def test_the_evidence_of_tests_is_kept_and_judged_again_without_running_them(
    grader: app.Grader, tmp_path: Path
) -> None:
    file = tmp_path / "mean.py"
    file.write_text("def mean(x):\n    return 3.0\n", encoding="utf-8")
    store = app.store(tmp_path / "results")
    first = grader.grade(Job(student="mina", assignment="own_tests", path=str(file)), store)
    (again,) = grader.rejudge(store)
    assert again.verdicts == first.verdicts
    assert told(again) == {"tested": ("pytest.failed", 2)}
