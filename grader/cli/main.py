"""The group of all commands, in the language of the course; the one place where an error becomes an exit code."""

import sys
import textwrap
from collections.abc import Sequence
from pathlib import Path

import click

from grader import __version__
from grader.cli import (
    batch,
    doctor,
    export_student,
    grade,
    init,
    list_,
    messages,
    new,
    overview,
    preview,
    rejudge,
    review,
    schema,
    split,
    validate,
)
from grader.cli.common import EXIT_MACHINE, EXIT_USAGE, Group, labels_of, settings
from grader.errors import CallerError, GraderError
from grader.feedback.click_texts import speak
from grader.feedback.faults import in_bangla, told
from grader.feedback.labels import Labels

COMMANDS = (
    grade, batch, rejudge, review, overview, list_,
    init, new, split, preview, validate, export_student,
    messages, schema, doctor,
)  # fmt: skip


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line and exit: 0 all graded, 1 some points open, 2 the caller's fault, 3 the machine's."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    labels = labels_of(given)
    speak(labels.language)
    try:
        code = group(labels).main(given, standalone_mode=False)
    except click.exceptions.Exit as exit_:
        code = exit_.exit_code
    except click.Abort:
        code = 130
    except click.ClickException as error:
        code = _say(labels.label("cli.wrong.command"), _of_click(error, labels), EXIT_USAGE)
    except CallerError as error:
        code = _say(labels.label("cli.wrong.files"), told(error, labels.language), error.exit_code)
    except GraderError as error:
        code = _say(labels.label("cli.wrong.machine"), told(error, labels.language), error.exit_code)
    except OSError as error:
        code = _say(labels.label("cli.wrong.machine"), told(error, labels.language), EXIT_MACHINE)
    except Exception as error:  # noqa: BLE001 - no traceback ever reaches a person
        code = _say(labels.label("cli.wrong.grader"), f"{type(error).__name__}: {error}", EXIT_MACHINE)
    sys.exit(code or 0)


def _of_click(error: click.ClickException, labels: Labels) -> str:
    """Return what was wrong with the command line: Click's own sentences are translated already, ours are not."""
    text = error.format_message()
    if labels.language == "en" or not error.message:
        return text
    return text.replace(error.message, in_bangla(error.message))


def _say(lead: str, details: str, code: int) -> int:
    """Print whose fault it is, in the language of the course, and the details; return the exit code."""
    click.echo(lead, err=True)
    click.echo(textwrap.indent(details, "  "), err=True)
    return code


def group(labels: Labels) -> click.Group:
    """Return the group of all commands, its help in one language."""
    found = Group(
        name="grader",
        help=labels.label("cli.help"),
        context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
        params=[
            *settings(labels),
            click.Option(
                ["--version"], is_flag=True, expose_value=False, is_eager=True,
                callback=_version, help=labels.label("cli.option.version"),
            ),
        ],
    )  # fmt: skip
    for module in COMMANDS:
        found.add_command(module.command(labels))
    return found


def _version(context: click.Context, _option: click.Parameter, value: bool) -> None:
    if value:
        click.echo(f"grader {__version__}, Python {sys.version.split()[0]}, {Path(sys.executable)}")
        context.exit()
