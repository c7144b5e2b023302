"""`grader grade FILE… --assignment ID`: one or a few submissions, each report in the terminal."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any
from unicodedata import normalize

import click

from grader.cli.common import chosen, console, course, finish, option, running, translator
from grader.cli.common import command as make
from grader.feedback.labels import Labels
from grader.text.moments import moment

if TYPE_CHECKING:
    from grader.feedback.translator import Translator
    from grader.model.assignment import Assignment
    from grader.model.report import Report


def command(labels: Labels) -> click.Command:
    """Return the command."""
    files = click.Argument(
        ["files"], nargs=-1, required=True, metavar="FILE…", type=click.Path(exists=True, path_type=Path)
    )
    return make(labels, "grade", run, [
        files,
        option(labels, "assignment", metavar="ID", required=True),
        option(labels, "student", metavar="ID"),
        option(labels, "submitted-at", metavar="TIME", callback=_moment),
        option(labels, "json", is_flag=True),
        option(labels, "pdf", metavar="FILE", type=click.Path(dir_okay=False, path_type=Path)),
        option(labels, "summary", metavar="FILE"),
        *running(labels),
    ])  # fmt: skip


def run(
    labels: Labels,
    *,
    files: tuple[Path, ...],
    assignment: str,
    student: str | None,
    submitted_at: str,
    json: bool,
    pdf: Path | None,
    summary: str | None,
    **options: Any,
) -> int:
    """Grade the files and print a report on each."""
    from grader import app
    from grader.feedback.terminal import print_report
    from grader.model.job import Job

    if pdf:
        _one_paper(files)
    opened = course()
    grader = app.build(opened, [assignment], **chosen(**options)).ready()
    words = translator(labels, opened, tuple(grader.assignments.values()))
    reports = []
    for file in files:
        # As it is typed, not as a Mac stores it: a student's own numbers follow from it.
        name = normalize("NFC", student or (file if file.is_dir() else file.absolute().parent).name)
        job = Job(student=name, assignment=assignment, path=str(file.absolute()), submitted_at=submitted_at)
        reports.append(grader.grade(job))
        if not json:
            print_report(console(), reports[-1], grader.assignments[assignment], words)
        _write(reports[-1], grader.assignments[assignment], words, pdf=pdf, summary=summary)
    if json:
        click.echo(app.as_json(reports), nl=False)
    return finish(reports)


def _one_paper(files: Sequence[Path]) -> None:
    """Find out before anything is run whether a PDF can be written."""
    from grader.feedback import pdf

    if len(files) > 1:
        raise click.UsageError("--pdf takes one file")
    pdf.require()


def _write(
    report: "Report", assignment: "Assignment", words: "Translator", *, pdf: Path | None, summary: str | None
) -> None:
    from grader.feedback import markdown
    from grader.feedback import pdf as paper

    if pdf:
        pdf.write_bytes(paper.report(report, assignment, words))
    if summary:
        markdown.append(Path(summary), partial(markdown.report, report, assignment, words))


def _moment(_context: click.Context, _option: click.Parameter, text: str | None) -> str:
    try:
        return moment(text).isoformat() if text else ""
    except ValueError as error:
        raise click.BadParameter(str(error)) from error
