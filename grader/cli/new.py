"""`grader new ID --language LANGUAGE`: a commented assignment that is sound as it stands."""

import click

from grader.cli.common import command as make
from grader.cli.common import course, option
from grader.feedback.labels import Labels
from grader.text.paths import shown


def command(labels: Labels) -> click.Command:
    """Return the command."""
    return make(labels, "new", run, [
        click.Argument(["name"], metavar="ID"),
        option(labels, "language", metavar="LANGUAGE", required=True),
    ])  # fmt: skip


def run(labels: Labels, *, name: str, language: str) -> None:
    """Write the assignment and its reference, and say where they are."""
    from grader.authoring import new_assignment

    opened = course()
    folders = new_assignment(opened.assignments, opened.reference, name, language)
    for folder, what in zip(folders, ("assignment", "reference"), strict=True):
        click.echo(f"{labels.label(f'cli.new.{what}', path=shown(folder))}")
    for command in ("preview", "validate"):
        click.echo(f"  grader {command} {name}")
