"""A report in one human language, before any markup: what every renderer shows."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from grader.feedback.examples import Smallest, smallest
from grader.feedback.pictures import Drawing, told
from grader.feedback.placeholders import clean, quoted
from grader.feedback.sources import Spot, spots
from grader.feedback.translator import Message, Translator
from grader.model.assignment import Assignment
from grader.model.report import Report
from grader.model.text import Text
from grader.model.verdict import Finding, Score, Status, Verdict

# A mark always stands beside its word.
MARKS: Mapping[Status, str] = {
    Status.PASS: "✓", Status.FAIL: "✗", Status.SKIP: "–", Status.DEFER: "○", Status.UNDECIDED: "?", Status.ERROR: "!",
}  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class Line:
    """One check of the rubric, judged."""

    status: Status
    word: str  # for the status
    title: str
    points: Decimal  # of the line
    awarded: Decimal
    explained: int = 0  # number of the explanation that tells why, from 1; 0 for a line that passed
    drawing: Drawing | None = None  # of a line that passed; that of any other is in its explanation

    @property
    def mark(self) -> str:
        """The sign for the status."""
        return MARKS[self.status]

    @property
    def open(self) -> Decimal:
        """Points that are still to be had."""
        return self.points - self.awarded if self.status.is_open else Decimal(0)

    @property
    def lost(self) -> Decimal:
        """Points that are gone."""
        return self.points - self.awarded - self.open


@dataclass(frozen=True, kw_only=True)
class Section:
    """The lines of one exercise."""

    title: str
    lines: tuple[Line, ...]


@dataclass(frozen=True, kw_only=True)
class Explanation:
    """One message, and the checks that it explains."""

    number: int  # from 1, in the order of the report
    status: Status
    word: str
    code: str  # the message code
    checks: tuple[str, ...]  # titles
    case: str  # a sentence that names the input, or nothing
    message: Message
    places: tuple[Spot, ...]  # in the student's source
    smallest: Smallest | None  # input that shows it
    drawing: Drawing | None

    @property
    def mark(self) -> str:
        """The sign for the status."""
        return MARKS[self.status]


@dataclass(frozen=True, kw_only=True)
class Sheet:
    """Everything that a report shows, in the order in which it is shown."""

    title: str  # of the assignment
    student: str
    file: str
    score: str  # a sentence
    marked: bool  # whether points are shown; a self-check has none
    tally: tuple[tuple[Status, str, str], ...]  # status, its sign, and in words how many lines got it
    terms: tuple[Message, ...]  # what its time, and the other attempts, mean for the score
    all_passed: bool
    problem: Message | None  # why there is no score
    warning: str  # what must be known of the sandbox, or nothing
    sections: tuple[Section, ...]
    explanations: tuple[Explanation, ...]
    notes: tuple[Message, ...]
    facts: tuple[tuple[str, str], ...]  # label and value


def sheet(report: Report, assignment: Assignment, translator: Translator) -> Sheet:
    """Put a report into words; never raises for what a report contains."""
    translator = translator.of(assignment.id)
    problem = report.problem
    explanations = tuple(_explanations(report, assignment, translator))
    passed = bool(report.verdicts) and all(verdict.status is Status.PASS for verdict in report.verdicts)
    return Sheet(
        title=translator.text(assignment.title),
        student=clean(report.student),
        file=clean(report.file),
        score=translator.label("report.self-check") if report.self_check else score_line(report.score, translator),
        marked=not report.self_check,
        tally=tuple(_tally(report, translator)),
        terms=tuple(translator.message(note.code, note.params) for note in report.terms),
        all_passed=passed,
        problem=translator.message(problem.code, problem.params) if problem else None,
        warning=warning(report, translator),
        sections=tuple(_sections(report, assignment, translator)),
        explanations=explanations,
        notes=tuple(translator.message(note.code, note.params) for note in report.notes),
        facts=tuple(_facts(report, translator)),
    )


def score_line(score: Score | None, translator: Translator) -> str:
    """Return the sentence that tells the points."""
    if score is None:
        return translator.label("report.no-score")
    if score.open:
        line = translator.label("report.so-far", awarded=score.awarded, possible=score.possible, open=score.open)
    else:
        label = "report.total" if score.settled else "report.unsettled"
        line = translator.label(label, awarded=score.awarded, possible=score.possible)
    if not score.deducted:
        return line
    return f"{line} ({translator.label('report.deducted', earned=score.earned, deducted=score.deducted)})"


def points(score: Score | None, translator: Translator) -> str:
    """Return the points in as few characters as will do."""
    if score is None:
        return "–"
    got = translator.label("points.of", awarded=score.awarded, points=score.possible)
    return f"{got} ({translator.label('points.open', points=score.open)})" if score.open else got


def outcome(report: Report, translator: Translator) -> str:
    """Return the word for a whole report."""
    score = report.score
    if score is None:
        unreadable = report.problem is not None and report.problem.code.startswith("intake.")
        return translator.label("outcome.unreadable" if unreadable else "outcome.fault")
    if not score.final:
        return translator.label("outcome.open")
    if score.awarded == score.possible:
        return translator.label("outcome.all")
    return translator.label("outcome.partial" if score.awarded else "outcome.fail")


def marks(explanations: Sequence[Explanation]) -> Mapping[Spot, Sequence[int]]:
    """Return the places in the source that explanations are about, and the numbers of these explanations."""
    found: dict[Spot, list[int]] = {}
    for item in explanations:
        for spot in item.places:
            found.setdefault(spot, []).append(item.number)
    return found


def _word(status: Status, report: Report, translator: Translator) -> str:
    """Return the word for a status; what a self-check leaves open is not to be measured, but to be handed in."""
    later = report.self_check and status is Status.DEFER
    return translator.label("status.later") if later else translator.status(status)


def _tally(report: Report, translator: Translator) -> Iterator[tuple[Status, str, str]]:
    counts = Counter(verdict.status for verdict in report.verdicts)
    for status in Status:
        if counts[status]:
            yield status, MARKS[status], f"{_word(status, report, translator)} {translator.number(counts[status])}"


def _sections(report: Report, assignment: Assignment, translator: Translator) -> Iterator[Section]:
    numbers = {alike: number for number, alike in enumerate(_groups(report), start=1)}
    titles = {exercise.id: translator.text(exercise.title) for exercise in assignment.exercises}
    for exercise in dict.fromkeys(verdict.exercise for verdict in report.verdicts):
        lines = tuple(
            Line(
                status=verdict.status,
                word=_word(verdict.status, report, translator),
                title=_check_title(verdict, assignment, translator),
                points=verdict.points,
                awarded=verdict.awarded,
                explained=numbers.get(_alike(verdict.finding), 0),
                drawing=_drawing(verdict.finding, translator) if verdict.status is Status.PASS else None,
            )
            for verdict in report.verdicts
            if verdict.exercise == exercise
        )
        yield Section(title=titles.get(exercise, exercise), lines=lines)


def _groups(report: Report) -> Mapping[str, Sequence[Verdict]]:
    """One file that does not load fails every check in the same way: that is told once."""
    groups: dict[str, list[Verdict]] = {}
    for verdict in report.verdicts:
        if verdict.status is not Status.PASS or verdict.finding.code:  # a person has said something of it
            groups.setdefault(_alike(verdict.finding), []).append(verdict)
    return groups


def _alike(finding: Finding) -> str:
    return f"{replace(finding, partial=Decimal(0))}"


def _explanations(report: Report, assignment: Assignment, translator: Translator) -> Iterator[Explanation]:
    for number, verdicts in enumerate(_groups(report).values(), start=1):
        finding = verdicts[0].finding
        example = None if finding.hidden else finding.example
        yield Explanation(
            number=number,
            status=finding.status,
            word=_word(finding.status, report, translator),
            code=finding.code,
            checks=tuple(_check_title(verdict, assignment, translator) for verdict in verdicts),
            case=_case(finding, translator),
            message=translator.message(
                finding.code, _params(verdicts[0], assignment, translator), hidden=finding.hidden
            ),
            places=() if finding.hidden else spots(finding.params, report.file, report.cells),
            smallest=smallest(example, translator) if example else None,
            drawing=_drawing(finding, translator),
        )


def _drawing(finding: Finding, translator: Translator) -> Drawing | None:
    """Of a hidden case nothing is drawn."""
    return told(finding.picture, translator) if finding.picture and not finding.hidden else None


def _params(verdict: Verdict, assignment: Assignment, translator: Translator) -> Mapping[str, object]:
    """Return the parameters of a message; a student knows checks by their titles, not by their ids."""
    found, needs = verdict.finding, verdict.finding.params.get("needs")
    if found.code != "check.needs" or not isinstance(needs, Sequence):
        return found.params
    titles = ", ".join(_title(verdict.exercise, str(need), assignment, translator) or str(need) for need in needs)
    return {"needs": Text(bn=titles, en=titles)}


def _case(finding: Finding, translator: Translator) -> str:
    if finding.hidden:
        return translator.label("report.hidden-case")
    return translator.label("report.case", case=finding.case) if finding.case else ""


def _check_title(verdict: Verdict, assignment: Assignment, translator: Translator) -> str:
    # A stored report may be older than the assignment.
    return _title(verdict.exercise, verdict.check, assignment, translator) or translator.check(verdict.kind)


def _title(exercise: str, check: str, assignment: Assignment, translator: Translator) -> str:
    """Return the title of a line of the rubric, or nothing if there is no such line."""
    for spec in (spec for each in assignment.exercises if each.id == exercise for spec in each.checks):
        if spec.id == check:
            return translator.text(spec.title) if spec.title else translator.check(spec.kind)
    return ""


def warning(report: Report, translator: Translator) -> str:
    """Return the line that says that nothing was isolated, where that is so."""
    if report.isolation != "E" or report.self_check:  # everybody trusts their own code
        return ""
    line = translator.label("report.no-isolation", sandbox=report.sandbox)
    return f"{line} {translator.label('report.on-device', device=report.device)}" if report.device else line


def _facts(report: Report, translator: Translator) -> Iterator[tuple[str, str]]:
    if report.student:
        yield translator.label("report.student"), quoted(report.student)
    yield translator.label("report.file"), quoted(report.file)
    yield translator.label("report.device"), quoted(report.device)
    yield translator.label("report.sandbox"), quoted(f"{report.sandbox} ({report.isolation})")
    if report.submitted_at:
        yield translator.label("report.submitted-at"), translator.moment(report.submitted_at)
    if report.attempts > 1:
        yield (
            translator.label("report.attempt"),
            translator.label("report.attempt-of", attempt=report.attempt, attempts=report.attempts),
        )
    yield translator.label("report.graded-at"), translator.moment(report.graded_at)
    yield translator.label("report.took"), translator.label("report.seconds", seconds=report.seconds)
    yield translator.label("report.digest"), quoted(report.submission_digest[:16])
    yield from ((clean(name), quoted(value)) for name, value in report.machine.items())


def joined(titles: tuple[str, ...], translator: Translator) -> str:
    """Return the line that names the checks of an explanation."""
    names = ", ".join(titles)
    return translator.label("report.concerns", checks=Text(bn=names, en=names))
