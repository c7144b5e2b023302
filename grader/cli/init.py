"""`grader init [DIR]`: a new course that works at once."""

import shlex
from pathlib import Path

import click

from grader.cli.common import command as make
from grader.feedback.labels import Labels


def command(labels: Labels) -> click.Command:
    """Return the command."""
    folder = click.Argument(["folder"], metavar="[DIR]", default=".", type=click.Path(file_okay=False, path_type=Path))
    return make(labels, "init", run, [folder])


def run(labels: Labels, *, folder: Path) -> None:
    """Write the course and say what to do next."""
    from grader.authoring import COURSE_EXAMPLE, new_course

    new_course(folder, labels.language)
    click.echo(labels.label("cli.init.done", path=str(folder)))
    if folder.resolve() != Path.cwd():
        click.echo(f"  cd {shlex.quote(str(folder))}")
    for command in (f"preview {COURSE_EXAMPLE}", "validate", "batch"):
        click.echo(f"  grader {command}")
