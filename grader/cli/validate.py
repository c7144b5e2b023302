"""`grader validate [ID…]`: assignments against their reference, starter, known mistakes and honest variants."""

from typing import Any

import click

from grader.cli.common import EXIT_DONE, EXIT_USAGE, chosen, course, option, running, tracked
from grader.cli.common import command as make
from grader.feedback.labels import Labels


def command(labels: Labels) -> click.Command:
    """Return the command."""
    return make(labels, "validate", run, [
        click.Argument(["ids"], nargs=-1, metavar="[ID…]"),
        option(labels, "seeds", metavar="N", type=click.IntRange(min=1), default=3, show_default=True),
        *running(labels),
    ])  # fmt: skip


def run(labels: Labels, *, ids: tuple[str, ...], seeds: int, **options: Any) -> int:
    """Put assignments to the test; one that is not sound is the author's fault."""
    from grader import app

    grader = app.build(course(), ids, **chosen(**options)).ready()
    sound = True
    for name in grader.assignments:
        found = tracked(grader.validate(name, seeds), name)
        wrong = dict.fromkeys(labels.label(each.label, **each.params) for each in found if each)
        sound = sound and not wrong
        click.echo(labels.label("cli.validate.bad" if wrong else "cli.validate.ok", assignment=name))
        for line in wrong:
            click.echo(f"  {line}")
    return EXIT_DONE if sound else EXIT_USAGE
