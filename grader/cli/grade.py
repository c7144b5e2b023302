"""`grader grade FILE… --assignment ID`: one or a few submissions, each report in the terminal."""

from functools import partial
from pathlib import Path
from typing import Any
from unicodedata import normalize

import click

from grader.cli.common import chosen, console, course, finish, option, running, translator
from grader.cli.common import command as make
from grader.feedback.labels import Labels
from grader.text.moments import moment


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
    summary: str | None,
    **options: Any,
) -> int:
    """Grade the files and print a report on each."""
    from grader import app
    from grader.feedback import markdown
    from grader.feedback.terminal import print_report
    from grader.model.job import Job

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
        if summary:
            page = partial(markdown.report, reports[-1], grader.assignments[assignment], words)
            markdown.append(Path(summary), page)
    if json:
        click.echo(app.as_json(reports), nl=False)
    return finish(reports)


def _moment(_context: click.Context, _option: click.Parameter, text: str | None) -> str:
    try:
        return moment(text).isoformat() if text else ""
    except ValueError as error:
        raise click.BadParameter(str(error)) from error
