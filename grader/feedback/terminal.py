"""Reports in a terminal. No boxes, and nothing to the right of Bangla: how wide it is shown is up to each terminal."""

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import TYPE_CHECKING

from grader.feedback import plain
from grader.feedback import sheet as sheets
from grader.feedback.examples import Smallest
from grader.feedback.pictures import Drawing
from grader.feedback.placeholders import clean
from grader.feedback.records import PARTS
from grader.feedback.totals import totals
from grader.feedback.translator import Message, Translator
from grader.model.assignment import Assignment
from grader.model.report import Report
from grader.model.verdict import Status
from grader.text.width import padded, width, wrap

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text as Styled

_STYLES = {
    Status.PASS: "green", Status.FAIL: "red", Status.SKIP: "red", Status.DEFER: "yellow", Status.UNDECIDED: "yellow",
    Status.ERROR: "magenta",
}  # fmt: skip
_NARROWEST = 20  # columns; in less, nobody reads


def print_report(console: "Console", report: Report, assignment: Assignment, translator: Translator) -> None:
    """Print one report in full."""
    page = sheets.sheet(report, assignment, translator)
    printer = Printer(console)
    printer.line(" · ".join(filter(None, (page.title, page.student, page.file))), style="bold")
    printer.line(page.score, style="bold")
    if page.all_passed:
        printer.line(translator.label("report.all-passed"), style="green")
    if page.warning:
        printer.line(page.warning, style="yellow")
    if page.problem:
        printer.message(f"! {page.problem.title}", page.problem, translator, style="red")
    printer.notes(translator.label("report.terms"), page.terms)
    for section in page.sections:
        _print_section(printer, section, translator, marked=page.marked)
    for explanation in page.explanations:
        _print_explanation(printer, explanation, translator)
    printer.notes(translator.label("report.notes"), page.notes)


def _print_section(printer: "Printer", section: sheets.Section, translator: Translator, *, marked: bool) -> None:
    printer.line()
    printer.line(section.title, style="bold")
    for line in section.lines:
        points = translator.label("points.of", awarded=line.awarded, points=line.points) if marked else ""
        told = "  ".join(filter(None, (f"{line.mark} {line.word}", points, line.title)))
        printer.line(told, indent=2, style=_STYLES[line.status])
    for line in section.lines:
        if line.drawing:
            printer.line()
            printer.line(f"{line.mark} {line.title}", style=f"bold {_STYLES[line.status]}")
            printer.drawing(line.drawing, translator)


def _print_explanation(printer: "Printer", item: sheets.Explanation, translator: Translator) -> None:
    about = filter(None, (sheets.joined(item.checks, translator), item.case))
    printer.message(
        f"{item.mark} {item.message.title}", item.message, translator, style=_STYLES[item.status], about=tuple(about)
    )
    if item.smallest:
        printer.example(item.smallest)
    if item.drawing:
        printer.drawing(item.drawing, translator)


def print_summary(
    console: "Console", reports: Sequence[Report], assignments: Mapping[str, Assignment], translator: Translator
) -> None:
    """Print one aligned line per submission, the language of the course last, and the totals.

    Args:
        console: where to print.
        reports: in any order; they are sorted by assignment and student.
        assignments: by id; gives the titles in the totals.
        translator: the language.
    """
    from rich.text import Text as Styled

    ordered = sorted(reports, key=lambda report: (report.assignment, report.student))
    rows = [_cells(report) for report in ordered]
    widths = [max((width(row[column]) for row in rows), default=0) for column in range(4)]
    for report, row in zip(ordered, rows, strict=True):
        left = [padded(text, columns) for text, columns in zip(row, widths, strict=True)]
        left[2] = row[2].rjust(widths[2])
        word = Styled(sheets.outcome(report, translator), style=_outcome_style(report))
        console.print(Styled("  ").join([*map(Styled, left), word]), soft_wrap=True)
    console.print()
    for line in totals(reports, assignments, translator):
        console.print(Styled(line), soft_wrap=True)


def _cells(report: Report) -> tuple[str, str, str, str]:
    """Latin digits on purpose: columns of them are equally wide everywhere."""
    score = report.score
    points = f"{_plain(score.awarded)}/{_plain(score.possible)}" if score else "-"
    left = f"+{_plain(score.open)}" if score and score.open else ""
    return clean(report.student), clean(report.assignment), points, left


def _plain(points: Decimal) -> str:
    return f"{points.normalize():f}"


def _outcome_style(report: Report) -> str:
    score = report.score
    if score is None:
        return "magenta"
    if not score.final:
        return "yellow"
    return "green" if score.awarded == score.possible else "red"


class Printer:
    """Prints wrapped lines; what stands in backticks is shown as code, and nothing is read as rich's markup."""

    def __init__(self, console: "Console") -> None:
        self.console = console

    def line(self, text: str = "", *, indent: int = 0, style: str = "") -> None:
        """Print one paragraph, or an empty line."""
        from rich.text import Text as Styled

        styled = self._styled(text, style)
        for start, end in wrap(styled.plain, max(self.console.width - indent, _NARROWEST)):
            # Neither broken nor measured by rich, whose widths of Bangla are those of no terminal.
            piece = Styled(" " * indent if end else "") + styled[start:end]
            self.console.print(piece, soft_wrap=True, highlight=False)

    def message(
        self, title: str, message: Message, translator: Translator, *, style: str, about: Sequence[str] = ()
    ) -> None:
        """Print the four parts of a message below its title, and first what it is about."""
        self.line()
        self.line(title, style=f"bold {style}")
        for line in about:
            self.line(line, indent=2, style="dim")
        for part in PARTS[1:]:
            self.line(f"{translator.label(f'part.{part}')}: {getattr(message, part)}", indent=2)

    def example(self, found: Smallest) -> None:
        """Print the smallest input that shows a failure."""
        self.line(" ".join(found.lead), indent=2, style="dim")
        for line in plain.values(found):
            self.line(line, indent=4)
        for title, rows in plain.grids(found):
            self.line(title, indent=4)
            self.rows(rows)

    def drawing(self, drawn: Drawing, translator: Translator) -> None:
        """Print what a picture shows; a map is drawn with signs."""
        self.line(f"{drawn.title}:", indent=2)
        self.rows(plain.sketch(drawn))
        for line in plain.words(drawn, translator):
            self.line(line, indent=4)

    def rows(self, rows: Sequence[str]) -> None:
        """Print lines as they are, cut where they do not fit."""
        from rich.text import Text as Styled

        room = max(self.console.width - 6, _NARROWEST)
        for row in rows:
            cut = row if len(row) <= room else f"{row[: room - 1]}…"
            self.console.print(Styled(f"      {cut}"), soft_wrap=True, highlight=False)

    def code(self, source: str) -> None:
        """Print code below an empty line, its lines as they are: the terminal breaks those that are too long."""
        from rich.text import Text as Styled

        self.line()
        for row in source.split("\n"):
            self.console.print(Styled(f"    {row}".rstrip()), soft_wrap=True, highlight=False)

    def notes(self, heading: str, notes: Sequence[Message]) -> None:
        """Print notes under a heading, if there are any."""
        if notes:
            self.line()
            self.line(heading, style="bold")
        for note in notes:
            self.line(f"· {note.title}", indent=2)
            self.line(f"{note.seen} {note.why} {note.next}", indent=4, style="dim")

    def _styled(self, text: str, style: str) -> "Styled":
        from rich.text import Text as Styled

        styled = Styled(style=style)
        for number, piece in enumerate(text.split("`")):
            styled.append(f"`{piece}`" if number % 2 else piece, "cyan" if number % 2 else None)
        return styled
