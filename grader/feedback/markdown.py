"""Reports in Markdown, short enough for a comment on a pull request."""

import re
from collections.abc import Iterator, Sequence

from grader.feedback import sheet as sheets
from grader.feedback.placeholders import quoted
from grader.feedback.records import PARTS
from grader.feedback.translator import Message, Translator
from grader.model.assignment import Assignment
from grader.model.report import Report


def report(report: Report, assignment: Assignment, translator: Translator) -> str:
    """Return one report; what a student wrote stands in code spans only, and cannot leave them."""
    page = sheets.sheet(report, assignment, translator)
    return "\n".join(_lines(page, translator)).rstrip() + "\n"


def _lines(page: sheets.Sheet, translator: Translator) -> Iterator[str]:
    label = translator.label
    yield from (f"## {page.title}", "", f"**{page.score}**", "")
    yield from (f"{quoted(page.student)} · {quoted(page.file)}", "")
    if page.all_passed:
        yield from (f"✓ {label('report.all-passed')}", "")
    if page.warning:
        yield from (f"> {page.warning}", "")
    if page.problem:
        yield from _message(f"! {page.problem.title}", page.problem, translator)
    yield from _notes(label("report.terms"), page.terms)
    for section in page.sections:
        yield from _table(section, translator)
    for item in page.explanations:
        about = [sheets.joined(item.checks, translator), item.case, item.example]
        yield from _message(
            f"{item.mark} {item.message.title}", item.message, translator, " · ".join(filter(None, about))
        )
    yield from _notes(label("report.notes"), page.notes)
    yield from (f"<details><summary>{label('report.about')}</summary>", "")
    yield from (f"- {name}: {value}" for name, value in page.facts)
    yield from ("", "</details>")


def _notes(heading: str, notes: Sequence[Message]) -> Iterator[str]:
    if notes:
        yield from (f"### {heading}", "")
        yield from (f"- **{note.title}**: {note.seen} {note.why} {note.next}" for note in notes)
        yield ""


def _table(section: sheets.Section, translator: Translator) -> Iterator[str]:
    heads = [translator.label(f"report.{name}") for name in ("status", "check", "points")]
    yield from (f"### {section.title}", "", f"| {' | '.join(heads)} |", "| --- | --- | ---: |")
    for line in section.lines:
        points = translator.label("points.of", awarded=line.awarded, points=line.points)
        title = re.sub(r"\s+", " ", line.title).replace("|", r"\|")  # a bar ends a cell, even inside code
        yield f"| {line.mark} {line.word} | {title} | {points} |"
    yield ""


def _message(title: str, message: Message, translator: Translator, about: str = "") -> Iterator[str]:
    yield from (f"### {title}", "")
    if about:
        yield from (about, "")
    yield from (f"- **{translator.label(f'part.{part}')}:** {getattr(message, part)}" for part in PARTS[1:])
    yield ""
