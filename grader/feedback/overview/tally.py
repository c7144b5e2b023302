"""What is counted over the reports of a class: checks, mistakes, what is undecided, what waits, what was slow."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import median

from grader.model.report import Report
from grader.model.verdict import Finding, Status, Verdict

_ANSWERS = "quiz."  # what is undecided of these is an answer that a person has to read
_FLAKY = "output.not-repeatable"
_TIMEOUTS = frozenset({"run.timeout", "run.load-timeout", "run.cpu"})


@dataclass(frozen=True, kw_only=True)
class Line:
    """One line of a rubric."""

    assignment: str
    exercise: str
    check: str
    kind: str


@dataclass(frozen=True, kw_only=True)
class Tally:
    """How the submissions did in one line."""

    line: Line
    counts: Mapping[Status, int]

    @property
    def open(self) -> int:
        """Those whose points are open."""
        return sum(count for status, count in self.counts.items() if status.is_open)

    @property
    def decided(self) -> int:
        """All others."""
        return sum(self.counts.values()) - self.open

    @property
    def rate(self) -> float | None:
        """The share of the decided ones that passed; None where none is decided."""
        return self.counts.get(Status.PASS, 0) / self.decided if self.decided else None


@dataclass(frozen=True, kw_only=True)
class Case:
    """One message in one report; `finding` is None for what concerns the whole submission."""

    report: Report
    finding: Finding | None


@dataclass(frozen=True, kw_only=True)
class Group:
    """A message, and all reports that have it; `line` is None where it does not matter which check said it."""

    code: str
    line: Line | None
    cases: tuple[Case, ...]  # one of each report

    @property
    def size(self) -> int:
        """How many reports have it."""
        return len(self.cases)


@dataclass(frozen=True, kw_only=True)
class Slow:
    """A submission that took long."""

    report: Report
    times: float | None  # of the median of its assignment; None where that is 0
    stopped: bool  # at a limit of time


def tallies(reports: Iterable[Report]) -> tuple[Tally, ...]:
    """Return how the submissions did in each line, in the order of the rubrics."""
    counts: dict[Line, Counter[Status]] = {}
    for report, verdict in _verdicts(reports):
        counts.setdefault(_line(report, verdict), Counter())[verdict.status] += 1
    return tuple(Tally(line=line, counts=each) for line, each in counts.items())


def mistakes(reports: Iterable[Report]) -> tuple[Group, ...]:
    """Return what was wrong, the most frequent first: what failed, and what could not be read."""
    found = [
        (report.problem.code, None, Case(report=report, finding=None))
        for report in reports
        if report.problem and report.problem.code.startswith("intake.")
    ]
    failed = [
        (verdict.finding.code, None, Case(report=report, finding=verdict.finding))
        for report, verdict in _verdicts(reports)
        if verdict.status is Status.FAIL
    ]
    return _groups([*found, *failed])


def doubtful(reports: Iterable[Report]) -> tuple[Group, ...]:
    """Return by lines what is undecided, what is a fault of ours, and results that changed from run to run."""
    faults = [
        (report.problem.code, None, Case(report=report, finding=None))
        for report in reports
        if report.problem and not report.problem.code.startswith("intake.")
    ]
    found = [
        (verdict.finding.code, _line(report, verdict), Case(report=report, finding=verdict.finding))
        for report, verdict in _verdicts(reports)
        if verdict.finding.code == _FLAKY
        or (verdict.status in {Status.UNDECIDED, Status.ERROR} and not _waits(verdict))
    ]
    return _groups([*faults, *found])


def waiting(reports: Iterable[Report]) -> tuple[Group, ...]:
    """Return by lines the answers that a person has to read."""
    return _groups(
        (verdict.finding.code, _line(report, verdict), Case(report=report, finding=verdict.finding))
        for report, verdict in _verdicts(reports)
        if _waits(verdict)
    )


def slowest(reports: Sequence[Report], most: int) -> tuple[Slow, ...]:
    """Return the submissions that took longest, and all that were stopped at a limit of time, the longest first."""
    usual = {
        name: median(report.seconds for report in reports if report.assignment == name)
        for name in {report.assignment for report in reports}
    }
    ordered = sorted(reports, key=lambda report: (-report.seconds, report.assignment, report.student))
    slow = [
        Slow(
            report=report,
            times=report.seconds / usual[report.assignment] if usual[report.assignment] else None,
            stopped=any(verdict.finding.code in _TIMEOUTS for verdict in report.verdicts),
        )
        for report in ordered
    ]
    return tuple(each for place, each in enumerate(slow) if place < most or each.stopped)


def _verdicts(reports: Iterable[Report]) -> Iterator[tuple[Report, Verdict]]:
    return ((report, verdict) for report in reports for verdict in report.verdicts)


def _waits(verdict: Verdict) -> bool:
    return verdict.status is Status.UNDECIDED and verdict.finding.code.startswith(_ANSWERS)


def _line(report: Report, verdict: Verdict) -> Line:
    return Line(assignment=report.assignment, exercise=verdict.exercise, check=verdict.check, kind=verdict.kind)


def _groups(found: Iterable[tuple[str, Line | None, Case]]) -> tuple[Group, ...]:
    """Return cases by code and line, the largest group first; a report counts once in each."""
    groups: dict[tuple[str, Line | None], dict[tuple[str, str], Case]] = {}
    for code, line, case in found:
        groups.setdefault((code, line), {}).setdefault((case.report.assignment, case.report.student), case)
    made = [Group(code=code, line=line, cases=tuple(cases.values())) for (code, line), cases in groups.items()]
    return tuple(sorted(made, key=lambda group: -group.size))  # equal ones stay in the order of the reports
