"""`grader list`: the assignments of the course."""

import click

from grader.cli.common import command as make
from grader.cli.common import console, course
from grader.feedback.labels import Labels


def command(labels: Labels) -> click.Command:
    """Return the command."""
    return make(labels, "list", run, [])


def run(labels: Labels) -> None:
    """Print one line per assignment: id, points, languages and title."""
    from rich.table import Table

    from grader.config import load_assignments

    table = Table(box=None, show_header=False, pad_edge=False)
    for assignment in load_assignments(course()):
        points = sum(check.points for exercise in assignment.exercises for check in exercise.checks)
        table.add_row(
            assignment.id,
            labels.label("cli.list.points", points=points),
            ", ".join(dict.fromkeys(exercise.language for exercise in assignment.exercises)),
            assignment.title.of(labels.language),  # last: how wide Bangla is shown is up to the terminal
        )
    console().print(table)
