"""Reports as web pages."""

from dataclasses import dataclass

from grader.feedback import sheet as sheets
from grader.feedback.translator import Translator
from grader.feedback.webpage import environment, fonts
from grader.model.assignment import Assignment
from grader.model.report import Report


@dataclass(frozen=True, kw_only=True)
class _Bar:
    got: float  # percent of the widest bar
    open: float
    lost: float
    words: str


def report(report: Report, assignment: Assignment, translator: Translator) -> str:
    """Return one report as a page that needs no other file."""
    page = sheets.sheet(report, assignment, translator)
    templates = environment()
    templates.filters["bar"] = lambda line, most: _bar(line, float(most), translator)
    templates.filters["concerns"] = lambda item: sheets.joined(item.checks, translator)
    # Where nothing but hints is asked, all bars are empty.
    most = max((line.points for section in page.sections for line in section.lines), default=0) or 1
    return templates.get_template("report.html.j2").render(page=page, t=translator, fonts=fonts(), most=most)


def _bar(line: sheets.Line, most: float, translator: Translator) -> _Bar:
    shares = {"got": line.awarded, "open": line.open, "lost": line.lost}
    words = [translator.label(f"points.{name}", points=points) for name, points in shares.items() if points]
    got, left, lost = (round(float(points) / most * 100, 2) for points in shares.values())
    return _Bar(got=got, open=left, lost=lost, words=" · ".join(words))
