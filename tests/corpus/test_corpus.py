"""Every situation of the corpus, graded as in a class."""

import io
from collections.abc import Iterator
from pathlib import Path

import pytest
from generate_corpus import Situation, situations, write
from rich.console import Console

from grader import app, intake
from grader.config import load_course
from grader.feedback import terminal
from grader.feedback.catalogue import Catalogue
from grader.feedback.translator import Translator
from grader.model.job import Job
from grader.model.report import Report

ALL = situations()
COURSE = Path(__file__).parent / "course"
ENGLISH = Translator(catalogue=Catalogue.load(), language="en")


@pytest.fixture(scope="module")
def grader() -> Iterator[app.Grader]:
    found = app.build(load_course(COURSE / "grader.yaml"), device="virtual").ready()
    yield found
    found.tools.sandbox.close()


def shown(report: Report, grader: app.Grader) -> str:
    stream = io.StringIO()
    terminal.print_report(Console(file=stream, width=400), report, grader.assignments[report.assignment], ENGLISH)
    return stream.getvalue()


def told(report: Report) -> dict[str, set[str]]:
    """Return status and code of every line."""
    return {each.check: {each.status.value, each.finding.code} for each in report.verdicts}


def test_no_case_is_missing() -> None:
    assert {each.case for each in ALL} == {f"A{number}" for number in range(1, 29)}
    assert len({each.id for each in ALL}) == len(ALL)


@pytest.mark.parametrize("situation", ALL, ids=lambda each: each.id)
def test_it_becomes_what_it_should(situation: Situation, grader: app.Grader, tmp_path: Path) -> None:
    path = write(situation, tmp_path)
    report = grader.grade(Job(student="mina", assignment=situation.assignment, path=str(path)))
    text = shown(report, grader)
    assert (report.problem.code if report.problem else "") == situation.problem, text
    found = told(report)
    assert {name: said for name, said in situation.lines.items() if said not in found.get(name, set())} == {}, text
    assert set(found) == set(situation.lines)
    assert {note.code for note in report.notes} == situation.notes
    assert situation.says in text
    assert (report.score is None) == bool(situation.problem)


def test_bad_files_stop_no_batch(grader: app.Grader, tmp_path: Path) -> None:
    """Everybody gets a report, in whatever company."""
    chosen = [each for each in ALL if each.problem] + [
        each for each in ALL if each.id in {"A4-writefile", "A11-windows"}
    ]
    for each in chosen:
        write(each, tmp_path / "submissions" / "hw1")
    jobs = intake.jobs(tmp_path / "submissions", grader.course)
    reports = {report.student: report for report in grader.grade_all(jobs, app.store(tmp_path / "results"), 2)}
    assert {name: report.problem.code if report.problem else "" for name, report in reports.items()} == {
        each.id: each.problem for each in chosen
    }
    app.export(tuple(reports.values()), tmp_path)
    lines = (tmp_path / "results.csv").read_text(encoding="utf-8").splitlines()
    assert len(lines) == 1 + len(chosen)
