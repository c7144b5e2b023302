"""What students may see of an assignment, in one language: nothing hidden, no answer, no solution."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING

from grader.feedback.placeholders import quoted
from grader.feedback.source_view import highlighted
from grader.feedback.starter import Cell, Starter
from grader.feedback.translator import Translator
from grader.feedback.webpage import environment, fonts
from grader.model.assignment import Assignment, CheckSpec, Exercise, Limits
from grader.model.text import Text

if TYPE_CHECKING:
    from markupsafe import Markup

_CHOICES = ("options", "items")  # the keys of a question that hold what can be chosen, or put in order


@dataclass(frozen=True, kw_only=True)
class Line:
    """A line of the rubric."""

    title: str
    points: Decimal
    question: str = ""  # by which its answer is named; the rest is empty where it asks nothing
    ask: str = ""
    choices: tuple[tuple[str, str], ...] = ()  # key and text


@dataclass(frozen=True, kw_only=True)
class Part:
    """One exercise."""

    title: str
    statement: str
    entry: str  # the name that must exist; empty where there is none
    cases: tuple[str, ...]  # the public ones
    hidden: int  # how many others there are
    lines: tuple[Line, ...]


@dataclass(frozen=True, kw_only=True)
class Handout:
    """An assignment."""

    id: str
    title: str
    statement: str
    facts: tuple[tuple[str, str], ...]  # label and value: what is accepted, until when, within which limits
    parts: tuple[Part, ...]


def handout(assignment: Assignment, translator: Translator) -> Handout:
    """Return what a student may see; only what is named here is taken from the assignment."""
    return Handout(
        id=assignment.id,
        title=translator.text(assignment.title),
        statement=translator.text(assignment.statement).strip(),
        facts=tuple(_facts(assignment, translator)),
        parts=tuple(_part(exercise, translator) for exercise in assignment.exercises),
    )


def facts(part: Part, translator: Translator) -> Iterator[tuple[str, str]]:
    """Yield label and value of what is to be known of an exercise."""
    if part.entry:
        yield translator.label("handout.entry"), quoted(part.entry)
    if part.cases:
        yield translator.label("handout.cases"), ", ".join(map(quoted, part.cases))
    if part.hidden:
        yield translator.label("handout.hidden"), translator.number(part.hidden)


def markdown(page: Handout, translator: Translator) -> str:
    """Return a handout in Markdown."""
    lines = [f"# {page.title}", "", page.statement, "", *(f"- {name}: {value}" for name, value in page.facts), ""]
    for part in page.parts:
        lines += [f"## {part.title}", "", part.statement, ""]
        lines += [f"- {name}: {value}" for name, value in facts(part, translator)]
        lines += ["", *_rubric(part, translator), ""]
    return "\n".join(lines).rstrip() + "\n"


def html(page: Handout, starter: Starter, translator: Translator) -> str:
    """Return a handout, and the file to begin with, as a page that needs no other file."""
    template = environment().get_template("handout.html.j2")
    return template.render(
        page=page,
        t=translator,
        fonts=fonts(),
        body=_markup(markdown(page, translator)),
        name=starter.name,
        cells=[_shown(cell) for cell in starter.cells],
    )


def _markup(text: str) -> "Markup":
    """Return Markdown as HTML; HTML in it is shown as it is written."""
    from markdown_it import MarkdownIt
    from markupsafe import Markup

    made = MarkdownIt("commonmark", {"html": False}).enable("table").render(text)
    return Markup(made)  # noqa: S704 - made without any HTML of its source


def _shown(cell: Cell) -> "Markup":
    from markupsafe import Markup

    if cell.kind == "markdown":
        return _markup(cell.source)
    code = Markup("\n").join(highlighted(cell.source.rstrip(), cell.kind))
    return Markup('<pre translate="no" lang="en"><code>{}</code></pre>').format(code)


def _facts(assignment: Assignment, translator: Translator) -> Iterator[tuple[str, str]]:
    label = translator.label
    yield label("handout.submit"), ", ".join(map(quoted, assignment.submit))
    if assignment.due:
        yield label("handout.due"), translator.moment(assignment.due.isoformat())
    if late := assignment.late:
        told = label("handout.per-day", share=late.per_day)
        most = label("handout.at-most-days", days=late.at_most_days) if late.at_most_days is not None else ""
        yield label("handout.late"), f"{told} {most}".strip()
    if assignment.attempts.limit is not None:
        yield label("handout.attempts"), translator.number(assignment.attempts.limit)
    for limits in {exercise.limits: None for exercise in assignment.exercises if exercise.entry}:
        yield label("handout.limits"), _within(limits, translator)


def _within(limits: Limits, translator: Translator) -> str:
    return translator.label("handout.within", seconds=limits.wall_s, memory=limits.memory_bytes / 1e9)


def _part(exercise: Exercise, translator: Translator) -> Part:
    shown = tuple(case.id for case in exercise.cases if case.shown)
    return Part(
        title=translator.text(exercise.title),
        statement=translator.text(exercise.statement).strip(),
        entry=exercise.entry,
        cases=shown,
        hidden=sum(case.hidden for case in exercise.cases),
        lines=tuple(_line(spec, translator) for spec in exercise.checks),
    )


def _line(spec: CheckSpec, translator: Translator) -> Line:
    title = translator.text(spec.title) if spec.title else translator.check(spec.kind)
    ask = spec.options.get("ask")
    if not isinstance(ask, Text):
        return Line(title=title, points=spec.points)
    given = next((found for key in _CHOICES if isinstance(found := spec.options.get(key), Mapping)), {})
    return Line(
        title=title,
        points=spec.points,
        question=str(spec.options["question"]),
        ask=translator.text(ask).strip(),
        choices=tuple((key, translator.text(text)) for key, text in given.items()),
    )


def _rubric(part: Part, translator: Translator) -> Iterator[str]:
    heads = [translator.label(f"report.{name}") for name in ("check", "points")]
    yield from (f"| {' | '.join(heads)} |", "| --- | ---: |")
    for line in part.lines:
        title = line.title.replace("|", r"\|")
        yield f"| {title} | {translator.number(line.points)} |"
    for line in part.lines:
        if line.question:
            yield from ("", f"### {line.question}: {line.title}", "", line.ask)
            yield from ("", *(f"- {quoted(key)}: {text}" for key, text in line.choices)) if line.choices else ()
