"""`grader messages [CODE…]`: what a student can be told, in both languages; `--check`: what is wrong with the texts."""

from collections.abc import Iterator, Sequence
from difflib import get_close_matches
from fnmatch import fnmatchcase
from pathlib import Path
from typing import TYPE_CHECKING, get_args

import click

from grader.cli.batch import short
from grader.cli.common import command as make
from grader.cli.common import console, course, option, setting
from grader.feedback.labels import Labels
from grader.model.text import Language

if TYPE_CHECKING:
    from grader.errors import Problem
    from grader.feedback.catalogue import Catalogue
    from grader.feedback.records import Entry, Record
    from grader.model.assignment import Assignment, Course


def command(labels: Labels) -> click.Command:
    """Return the command."""
    return make(labels, "messages", run, [
        click.Argument(["names"], nargs=-1, metavar="[CODE|FILE]…"),
        option(labels, "assignment", metavar="ID"),
        option(labels, "check", is_flag=True),
    ])  # fmt: skip


def run(labels: Labels, *, names: tuple[str, ...], assignment: str | None, check: bool) -> None:
    """List all messages, preview those that are named, or check every text."""
    from grader.feedback.catalogue import Catalogue

    opened = _course()
    if check:
        _check(labels, tuple(map(Path, names)), opened, assignment)
        return
    chosen = _assignments(opened, assignment) if assignment else ()
    catalogue = Catalogue.load(*(each.messages for each in (opened, *chosen) if each and each.messages))
    found = _named(catalogue, names)
    if not names:
        _list(labels, catalogue)
    for code in found if names else ():
        _preview(labels, catalogue, code)


def _course() -> "Course | None":
    """Return the course; the built-in messages can be looked up without one, unless it was named."""
    from grader.errors import UsageError

    try:
        return course()
    except UsageError:
        if setting("course"):
            raise
        return None


def _assignments(opened: "Course | None", name: str | None) -> "tuple[Assignment, ...]":
    """Return the assignment that is named, or all of the course."""
    from grader.config import load_assignments

    return load_assignments(opened or course(), [name] if name else [])


def _named(catalogue: "Catalogue", names: Sequence[str]) -> tuple[str, ...]:
    """Return the codes that fit one of the names, or one of the patterns such as `cuda.*`.

    Raises:
        click.UsageError: one of them fits no code.
    """
    for name in names:
        if not any(fnmatchcase(code, name) for code in catalogue.records):
            near = get_close_matches(name, catalogue.records, n=1)
            raise click.UsageError(f"there is no message {name!r}" + (f" (did you mean {near[0]!r}?)" if near else ""))
    return tuple(code for code in catalogue.records if any(fnmatchcase(code, name) for name in names))


def _list(labels: Labels, catalogue: "Catalogue") -> None:
    from grader.feedback.translator import Translator

    translator = Translator(catalogue=catalogue, language=labels.language, digits=labels.digits)
    for code, record in catalogue.records.items():
        click.echo(f"{code}  {translator.message(code, record.sample).title}")


def _preview(labels: Labels, catalogue: "Catalogue", code: str) -> None:
    """Print one message as a student sees it, filled with its sample values, and where each text stands."""
    from grader.feedback.records import PARTS
    from grader.feedback.terminal import Printer
    from grader.feedback.translator import Translator

    printer, record = Printer(console()), catalogue.records[code]
    printer.line(f"{code}  {_place(record.place)}", style="bold")
    for language in _languages():
        translator = Translator(catalogue=catalogue, language=language, digits=labels.digits)
        message = translator.message(code, record.sample)
        for part in PARTS:
            lead = "" if part == "title" else f"{translator.label(f'part.{part}')}: "
            text = f"{lead}{getattr(message, part)}{_overridden(record, part, language)}"
            printer.line(text, indent=2, style="bold" if part == "title" else "")
        printer.line()


def _languages() -> tuple[Language, ...]:
    """Return the language that was asked for, else all."""
    return tuple(language for language in get_args(Language) if setting("lang") in {None, language})


def _overridden(record: "Record", part: str, language: str) -> str:
    entry = record.texts[part, language]
    return "" if entry.file == record.place.file else f"  [{_place(entry)}]"


def _place(entry: "Entry") -> str:
    return f"{short(Path(entry.file))}:{entry.line}"


def _check(labels: Labels, files: Sequence[Path], opened: "Course | None", assignment: str | None) -> None:
    """Check the files that are named, else the built-in texts and those of the course and its assignments.

    Raises:
        ConfigError: every problem, with file, line and column.
    """
    from grader.errors import ConfigError
    from grader.feedback.catalogue import Catalogue

    if files:
        overlays = [[file] for file in files]
    else:
        owners = _assignments(opened, assignment) if opened else ()
        own = [opened.messages] if opened and opened.messages else []
        overlays = [own, *([*own, each.messages] for each in owners if each.messages)]
    problems = [] if files else list(_built_in())
    count = 0
    for paths in overlays:
        try:
            count = max(count, len(Catalogue.load(*paths).records))
        except ConfigError as error:
            problems += error.problems
    if problems:
        raise ConfigError(list(dict.fromkeys(problems)))
    click.echo(labels.label("cli.messages.sound", count=count))


def _built_in() -> "Iterator[Problem]":
    from grader.feedback import labels, lint
    from grader.feedback.catalogue import Catalogue

    yield from Catalogue.load().lint()
    for key, texts in labels.entries().items():
        yield from lint.label(key, texts)
