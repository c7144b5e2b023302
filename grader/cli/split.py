"""`grader split [ID…]`: starter and reference from a solution with marked regions."""

import click

from grader.cli.common import command as make
from grader.cli.common import course
from grader.feedback.labels import Labels
from grader.text.paths import shown


def command(labels: Labels) -> click.Command:
    """Return the command."""
    return make(labels, "split", run, [click.Argument(["ids"], nargs=-1, metavar="[ID…]")])


def run(labels: Labels, *, ids: tuple[str, ...]) -> None:
    """Write the files and name them."""
    from grader.config import split_assignments

    for path in split_assignments(course(), ids):
        click.echo(labels.label("cli.preview.written", path=shown(path)))
