"""`grader grade FILE… --assignment ID`: one or a few submissions, each report in the terminal."""

from pathlib import Path
from typing import Any

import click

from grader.cli.common import chosen, console, course, finish, option, running, translator
from grader.cli.common import command as make
from grader.feedback.labels import Labels


def command(labels: Labels) -> click.Command:
    """Return the command."""
    files = click.Argument(
        ["files"], nargs=-1, required=True, metavar="FILE…", type=click.Path(exists=True, path_type=Path)
    )
    return make(labels, "grade", run, [
        files,
        option(labels, "assignment", metavar="ID", required=True),
        option(labels, "student", metavar="ID"),
        option(labels, "json", is_flag=True),
        *running(labels),
    ])  # fmt: skip


def run(
    labels: Labels,
    *,
    files: tuple[Path, ...],
    assignment: str,
    student: str | None,
    json: bool,
    **options: Any,
) -> int:
    """Grade the files and print a report on each."""
    from grader import app
    from grader.feedback.terminal import print_report
    from grader.model.job import Job

    opened = course()
    grader = app.build(opened, [assignment], **chosen(**options)).ready()
    words = translator(labels, opened, tuple(grader.assignments.values()))
    reports = []
    for file in files:
        name = student or (file if file.is_dir() else file.absolute().parent).name
        reports.append(grader.grade(Job(student=name, assignment=assignment, path=str(file.absolute()))))
        if not json:
            print_report(console(), reports[-1], grader.assignments[assignment], words)
    if json:
        click.echo(app.as_json(reports), nl=False)
    return finish(reports)
