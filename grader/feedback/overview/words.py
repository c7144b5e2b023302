"""What the page of a class calls things, and where it links to."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from urllib.parse import quote

from grader.feedback.overview.marks import Range
from grader.feedback.overview.tally import Case, Line
from grader.feedback.placeholders import clean
from grader.feedback.translator import Translator
from grader.model.assignment import Assignment
from grader.model.report import Report


@dataclass(frozen=True, kw_only=True)
class Link:
    """The report of a student."""

    student: str
    address: str


@dataclass(frozen=True, kw_only=True)
class Links:
    """The reports on one assignment."""

    title: str  # of the assignment
    reports: tuple[Link, ...]


@dataclass(frozen=True, kw_only=True)
class Words:
    """Names in one language; what an assignment no longer has keeps the name that its results have."""

    assignments: Mapping[str, Assignment]
    translator: Translator

    def assignment(self, name: str) -> str:
        """Return the title of an assignment."""
        return self.translator.text(self.assignments[name].title) if name in self.assignments else clean(name)

    def line(self, line: Line) -> str:
        """Return the title of a line of a rubric, behind that of its exercise where there are several."""
        exercises = self.assignments[line.assignment].exercises if line.assignment in self.assignments else ()
        exercise = next((each for each in exercises if each.id == line.exercise), None)
        spec = next((spec for spec in exercise.checks if spec.id == line.check), None) if exercise else None
        title = self.translator.text(spec.title) if spec and spec.title else self.translator.check(clean(line.kind))
        if exercise is None or len(exercises) == 1:
            return title
        return f"{self.translator.text(exercise.title)}: {title}"

    def message(self, cases: Iterable[Case], code: str) -> str:
        """Return the title of a message: the one that most of its cases have."""
        titles = [self._title(case, code) for case in cases]
        return max(dict.fromkeys(titles), key=titles.count)

    def links(self, cases: Iterable[Case]) -> Iterator[Links]:
        """Yield links to the reports of cases, by assignments."""
        reports = sorted((case.report for case in cases), key=lambda report: (report.assignment, report.student))
        for name, those in groupby(reports, key=lambda report: report.assignment):
            yield Links(title=self.assignment(name), reports=tuple(map(self.link, those)))

    def link(self, report: Report) -> Link:
        """Return the link to a report; it stays inside of the folder of reports, whatever a student is called."""
        address = f"reports/{quote(report.assignment, safe='')}/{quote(report.student, safe='')}.html"
        return Link(student=clean(report.student), address=address)

    def share(self, share: Range) -> str:
        """Return a share of the points in whole percent, as a range while it is open."""
        low, high = round(share.low, 2), round(share.high, 2)
        if low == high:
            return self.percent(low)
        return self.translator.label("index.range", low=low, high=high)

    def percent(self, share: object) -> str:
        """Return a share of one in percent."""
        return self.translator.numerals.percent(share)

    def _title(self, case: Case, code: str) -> str:
        finding, problem = case.finding, case.report.problem
        translator = self.translator.of(case.report.assignment)
        if finding:
            return translator.message(code, finding.params, hidden=finding.hidden).title
        return translator.message(code, problem.params if problem else {}).title
