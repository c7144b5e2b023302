"""`grader preview ID`: what a student sees of an assignment."""

import re
from pathlib import Path
from typing import TYPE_CHECKING

import click

from grader.cli.common import command as make
from grader.cli.common import console, course, option, translator
from grader.feedback.labels import Labels
from grader.text.paths import shown

if TYPE_CHECKING:
    from grader.feedback.handout import Handout
    from grader.feedback.starter import Starter
    from grader.feedback.terminal import Printer
    from grader.feedback.translator import Translator

_FENCE = re.compile(r"^[ \t]*```.*\n((?:.*\n)*?)[ \t]*```[ \t]*$", re.MULTILINE)
_BREAK = re.compile(r"\n\s*\n|\n(?=\s*(?:[-*#]|\d+[.)])\s|\s*\|)")


def command(labels: Labels) -> click.Command:
    """Return the command."""
    return make(labels, "preview", run, [
        click.Argument(["name"], metavar="ID"),
        option(labels, "html", metavar="FILE", type=click.Path(dir_okay=False, path_type=Path)),
    ])  # fmt: skip


def run(labels: Labels, *, name: str, html: Path | None) -> None:
    """Print the handout and the starter, or write them as a page."""
    from grader.config import load_assignments
    from grader.feedback import handout, starter
    from grader.feedback.terminal import Printer

    opened = course()
    (assignment,) = load_assignments(opened, [name])
    words = translator(labels, opened, [assignment])
    page = handout.handout(assignment, words)
    begin = starter.read(assignment.starter)
    if html:
        html.write_text(handout.html(page, begin, words), encoding="utf-8", newline="\n")
        click.echo(labels.label("cli.preview.written", path=shown(html)))
    else:
        _print(Printer(console()), page, words, begin)


def _print(printer: "Printer", page: "Handout", words: "Translator", starter: "Starter") -> None:
    from grader.feedback.handout import facts

    printer.line(page.title, style="bold")
    _paragraphs(printer, page.statement)
    for label, value in page.facts:
        printer.line(f"{label}: {value}", indent=2)
    for part in page.parts:
        printer.line()
        printer.line(part.title, style="bold")
        _paragraphs(printer, part.statement)
        for label, value in facts(part, words):
            printer.line(f"{label}: {value}", indent=2)
        for line in part.lines:
            printer.line(f"{words.label('cli.list.points', points=line.points)}  {line.title}", indent=2)
            _paragraphs(printer, f"{line.question}: {line.ask}" if line.question else "", indent=4)
            for key, text in line.choices:
                printer.line(f"`{key}`: {text}", indent=6)
    printer.line()
    printer.line(f"{words.label('handout.starter')}: `{starter.name}`", style="bold")
    for cell in starter.cells:
        if cell.kind == "markdown":
            _paragraphs(printer, cell.source)
        else:
            printer.code(cell.source.rstrip())


def _paragraphs(printer: "Printer", text: str, indent: int = 2) -> None:
    """Print a text of Markdown: its lines are broken anew, but for those of lists, tables and code."""
    for number, part in enumerate(_FENCE.split(text)):
        if number % 2:
            printer.code(part)
            continue
        for paragraph in _BREAK.split(part):
            if paragraph.strip():
                printer.line(" ".join(paragraph.split()), indent=indent)
