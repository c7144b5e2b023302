"""`grader schema [assignment|course]`: JSON Schema for editors."""

import json
from typing import Literal

import click

from grader.cli.common import command as make
from grader.feedback.labels import Labels


def command(labels: Labels) -> click.Command:
    """Return the command."""
    what = click.Argument(["what"], type=click.Choice(["assignment", "course"]), default="assignment")
    return make(labels, "schema", run, [what])


def run(labels: Labels, *, what: Literal["assignment", "course"]) -> None:  # noqa: ARG001 - a schema is for editors, in no human language
    """Print the schema of assignment or course files."""
    from grader.config import json_schema

    click.echo(json.dumps(json_schema(what), ensure_ascii=False, indent=2))
