"""Reports in Markdown, short enough for the summary of a step or a comment on a pull request."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

from grader.feedback import plain
from grader.feedback import sheet as sheets
from grader.feedback.pictures import Drawing
from grader.feedback.placeholders import quoted
from grader.feedback.records import PARTS
from grader.feedback.totals import totals
from grader.feedback.translator import Message, Translator
from grader.model.assignment import Assignment
from grader.model.report import Report

LIMIT = 1_000_000  # bytes of UTF-8; a step of GitHub Actions may show 1 MiB
_ROWS = 200  # of the table of a class: more are not read in a summary


def report(report: Report, assignment: Assignment, translator: Translator, limit: int = LIMIT) -> str:
    """Return one report; what a student wrote stands in code spans only, and cannot leave them.

    Args:
        report: what to show.
        assignment: it is a report on.
        translator: the language.
        limit: bytes. What is too long ends after a check, with a line that tells how many are left out; nothing is
            returned where not even the table of results fits.
    """
    page = sheets.sheet(report, assignment, translator)
    explained = ["\n".join(_explanation(item, translator)) for item in page.explanations]
    text = "\n".join
    return _fitted(text(_head(page, translator)), explained, text(_foot(page, translator)), limit, translator)


def summary(
    reports: Sequence[Report], assignments: Mapping[str, Assignment], translator: Translator, limit: int = LIMIT
) -> str:
    """Return the results of a class: the totals, and one line per submission.

    Args:
        reports: in any order; they are sorted by assignment and student.
        assignments: by id.
        translator: the language.
        limit: bytes; lines that are too many are left out and counted.
    """
    ordered = sorted(reports, key=lambda report: (report.assignment, report.student))
    heads = [translator.label(key) for key in ("report.student", "index.assignment", "report.points", "report.status")]
    head = [f"## {translator.label('index.title')}", ""]
    head += [f"- {line}" for line in totals(ordered, assignments, translator)]
    head += ["", f"| {' | '.join(heads)} |", "| --- | --- | ---: | --- |"]
    rows = [_row(report, assignments, translator) for report in ordered]
    return _fitted("\n".join(head), rows, "", limit, translator, most=_ROWS)


def append(path: Path, write: Callable[[int], str]) -> None:
    """Append a text to a file that is to stay within `LIMIT`.

    Args:
        path: of the file; it need not exist.
        write: returns the text, given how many bytes are left.

    Raises:
        OSError: the file cannot be written.
    """
    used = path.stat().st_size if path.exists() else 0
    with path.open("a", encoding="utf-8", newline="\n") as file:
        file.write(write(LIMIT - used))


def _fitted(head: str, items: Sequence[str], foot: str, limit: int, translator: Translator, *, most: int = -1) -> str:
    """Return the first items that fit between head and foot, with a line that tells how many do not."""
    kept = list(items if most < 0 else items[:most])
    room = limit - _size(head, *kept, _left_out(len(items), translator), foot)
    while room < 0 and kept:
        room += _size(kept.pop())
    left = [_left_out(len(items) - len(kept), translator)] if len(kept) < len(items) else []
    return "\n".join([head, *kept, *left, foot]).rstrip() + "\n" if room >= 0 else ""


def _left_out(count: int, translator: Translator) -> str:
    return f"\n{translator.label('report.left-out', count=count)}\n"


def _size(*texts: str) -> int:
    return sum(len(text.encode()) + 1 for text in texts)


def _row(report: Report, assignments: Mapping[str, Assignment], translator: Translator) -> str:
    assignment = assignments.get(report.assignment)
    title = translator.text(assignment.title) if assignment else quoted(report.assignment)
    cells = (quoted(report.student), title, sheets.points(report.score, translator), sheets.outcome(report, translator))
    return f"| {' | '.join(map(_cell, cells))} |"


def _head(page: sheets.Sheet, translator: Translator) -> Iterator[str]:
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


def _explanation(item: sheets.Explanation, translator: Translator) -> Iterator[str]:
    places = ", ".join(spot.label(translator) for spot in item.places)
    about = [
        sheets.joined(item.checks, translator),
        item.case,
        f"{translator.label('report.in-code')}: {places}" if places else "",
    ]
    yield from _message(f"{item.mark} {item.message.title}", item.message, translator, " · ".join(filter(None, about)))
    if item.smallest:
        yield from (" ".join(item.smallest.lead), "")
        yield from (f"- {line}" for line in plain.values(item.smallest))
        for title, rows in plain.grids(item.smallest):
            yield from (f"- {title}", "", *_verbatim(rows))
        yield ""
    if item.drawing:
        yield from _drawing(item.drawing, translator)


def _drawing(drawing: Drawing, translator: Translator) -> Iterator[str]:
    yield from (f"**{drawing.title}**", "", *_verbatim(plain.sketch(drawing)))
    yield from (f"- {line}" for line in plain.words(drawing, translator))
    yield ""


def _verbatim(rows: Sequence[str]) -> Iterator[str]:
    """Yield a block of code; being indented, nothing that stands in it can end it."""
    yield from (f"      {row}" for row in rows)
    if rows:
        yield ""


def _foot(page: sheets.Sheet, translator: Translator) -> Iterator[str]:
    yield from _notes(translator.label("report.notes"), page.notes)
    yield from (f"<details><summary>{translator.label('report.about')}</summary>", "")
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
        yield f"| {line.mark} {line.word} | {_cell(line.title)} | {points} |"
    yield ""
    for line in section.lines:
        if line.drawing:
            yield from (f"{line.mark} {line.title}", "", *_drawing(line.drawing, translator))


def _cell(text: str) -> str:
    return re.sub(r"\s+", " ", text).replace("|", r"\|")  # a bar ends a cell, even inside code


def _message(title: str, message: Message, translator: Translator, about: str = "") -> Iterator[str]:
    yield from (f"### {title}", "")
    if about:
        yield from (about, "")
    yield from (f"- **{translator.label(f'part.{part}')}:** {getattr(message, part)}" for part in PARTS[1:])
    yield ""
