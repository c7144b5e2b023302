"""Reports as web pages."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING

from grader.feedback import drawing
from grader.feedback import sheet as sheets
from grader.feedback.pictures import Bars, Map, Strip
from grader.feedback.source_view import highlighted
from grader.feedback.sources import shown
from grader.feedback.translator import Translator
from grader.feedback.webpage import environment, fonts
from grader.model.assignment import Assignment
from grader.model.report import Report

if TYPE_CHECKING:
    from jinja2 import Environment

LARGEST = 200_000  # bytes of a page
# Lines of code that are shown, and whether pictures are drawn or only told; the first that is small enough.
_SIZES = ((400, True), (150, True), (60, True), (20, True), (0, True), (0, False))


@dataclass(frozen=True, kw_only=True)
class _Bar:
    got: float  # percent of the widest bar
    open: float
    lost: float
    words: str


def report(report: Report, assignment: Assignment, translator: Translator) -> str:
    """Return one report as a page that needs no other file; code and pictures give way where it is over `LARGEST`."""
    written = ""
    for written in _pages(report, assignment, translator, layout="base.html.j2", key="", fonts=fonts()):
        if len(written.encode()) <= LARGEST:
            break
    return written


def fragment(report: Report, assignment: Assignment, translator: Translator, *, key: str) -> str:
    """Return one report as an element of another page: without scripts, fonts and code, styled by nested rules.

    Args:
        report: what to show.
        assignment: it is a report on.
        translator: the language.
        key: starts the ids of its elements, so that a page can hold several reports.
    """
    without = replace(report, cells=())
    return next(_pages(without, assignment, translator, layout="notebook.html.j2", key=key))


def _pages(report: Report, assignment: Assignment, translator: Translator, **how: object) -> Iterator[str]:
    page = sheets.sheet(report, assignment, translator)
    marks = sheets.marks(page.explanations)
    # Where nothing but hints is asked, all bars are empty.
    most = max((line.points for section in page.sections for line in section.lines), default=0) or 1
    template = _templates(translator).get_template("report.html.j2")
    for lines, draws in _SIZES:
        source = shown(report.cells, marks, lines)
        yield template.render(page=page, t=translator, most=most, marked=bool(marks), source=source, draws=draws, **how)


def _templates(translator: Translator) -> "Environment":
    templates = environment()
    templates.filters["bar"] = lambda line, most: _bar(line, float(most), translator)
    templates.filters["concerns"] = lambda item: sheets.joined(item.checks, translator)
    templates.filters["named"] = lambda spot: spot.label(translator)
    templates.filters["highlighted"] = cache(highlighted)  # of one report: each try to fit the page shows the same code
    templates.filters["cells"] = drawing.cells
    templates.filters["percent"] = lambda value, strip: drawing.percent(strip, value)
    templates.filters["label_at"] = lambda text, strip, value: drawing.label(strip, value, text)
    templates.tests["a_map"] = lambda drawn: isinstance(drawn, Map)
    templates.tests["a_strip"] = lambda drawn: isinstance(drawn, Strip)
    templates.tests["a_bar_chart"] = lambda drawn: isinstance(drawn, Bars)
    templates.tests["left_out"] = lambda line: isinstance(line, int)
    return templates


def _bar(line: sheets.Line, most: float, translator: Translator) -> _Bar:
    shares = {"got": line.awarded, "open": line.open, "lost": line.lost}
    words = [translator.label(f"points.{name}", points=points) for name, points in shares.items() if points]
    got, left, lost = (round(float(points) / most * 100, 2) for points in shares.values())
    return _Bar(got=got, open=left, lost=lost, words=" · ".join(words))
