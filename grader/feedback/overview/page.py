"""The page of a class."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import quote

from grader.feedback import sheet as sheets
from grader.feedback.placeholders import clean
from grader.feedback.totals import totals
from grader.feedback.translator import Translator
from grader.feedback.webpage import environment, fonts
from grader.model.assignment import Assignment
from grader.model.report import Report
from grader.model.verdict import Score, Status

_BANDS = 5  # of the picture of the points, each a fifth of all
_FREQUENT = 10  # message codes that are listed


@dataclass(frozen=True, kw_only=True)
class _Band:
    name: str
    count: str
    width: float  # percent of the widest band
    scored: bool


@dataclass(frozen=True, kw_only=True)
class _Spread:
    title: str
    bands: tuple[_Band, ...]


@dataclass(frozen=True, kw_only=True)
class _Frequent:
    title: str
    code: str
    count: str


@dataclass(frozen=True, kw_only=True)
class _Row:
    student: str
    title: str
    link: str
    points: str
    word: str


def page(reports: Sequence[Report], assignments: Mapping[str, Assignment], translator: Translator) -> str:
    """Return the page of a class; it links to `reports/<assignment>/<student>.html`.

    Args:
        reports: in any order.
        assignments: by id.
        translator: the language.
    """
    ordered = sorted(reports, key=lambda report: (report.assignment, report.student))
    warnings = dict.fromkeys(sheets.warning(report, translator) for report in ordered)
    return (
        environment()
        .get_template("index.html.j2")
        .render(
            t=translator,
            fonts=fonts(),
            totals=list(totals(ordered, assignments, translator)),
            warnings=[line for line in warnings if line],
            spreads=list(_spreads(ordered, assignments, translator)),
            frequent=list(_frequent(ordered, translator)),
            rows=[_row(report, assignments, translator) for report in ordered],
        )
    )


def _spreads(
    reports: Sequence[Report], assignments: Mapping[str, Assignment], translator: Translator
) -> Iterator[_Spread]:
    for name in dict.fromkeys(report.assignment for report in reports):
        counts = Counter(_band(report.score) for report in reports if report.assignment == name)
        most = max(counts.values())
        bands = [
            _Band(
                name=translator.label("index.share", low=band / _BANDS, high=(band + 1) / _BANDS),
                count=translator.number(counts[band]),
                width=round(counts[band] / most * 100, 2),
                scored=True,
            )
            for band in range(_BANDS)
        ]
        if unscored := counts[None]:
            width = round(unscored / most * 100, 2)
            label = translator.label("index.unscored")
            bands.append(_Band(name=label, count=translator.number(unscored), width=width, scored=False))
        yield _Spread(title=_title(name, assignments, translator), bands=tuple(bands))


def _band(score: Score | None) -> int | None:
    """Return which part of the points was reached; full points fall into the last one."""
    if score is None or not score.possible:
        return None
    return min(int(score.awarded / score.possible * _BANDS), _BANDS - 1)


def _frequent(reports: Sequence[Report], translator: Translator) -> Iterator[_Frequent]:
    first: dict[str, str] = {}  # code -> title of the first message of this code
    counts: Counter[str] = Counter()
    for report in reports:
        titles = dict(_messages(report, translator))
        counts.update(titles.keys())
        first = titles | first
    for code, count in sorted(counts.items(), key=lambda item: (-item[1], item[0]))[:_FREQUENT]:
        yield _Frequent(title=first[code], code=code, count=translator.number(count))


def _messages(report: Report, translator: Translator) -> Iterator[tuple[str, str]]:
    """Yield code and title of everything that went wrong in one report."""
    if report.problem:
        yield report.problem.code, translator.message(report.problem.code, report.problem.params).title
    for verdict in report.verdicts:
        finding = verdict.finding
        if finding.status is not Status.PASS:
            yield finding.code, translator.message(finding.code, finding.params, hidden=finding.hidden).title


def _row(report: Report, assignments: Mapping[str, Assignment], translator: Translator) -> _Row:
    return _Row(
        student=clean(report.student),
        title=_title(report.assignment, assignments, translator),
        link=f"reports/{quote(report.assignment, safe='')}/{quote(report.student, safe='')}.html",
        points=sheets.points(report.score, translator),
        word=sheets.outcome(report, translator),
    )


def _title(name: str, assignments: Mapping[str, Assignment], translator: Translator) -> str:
    return translator.text(assignments[name].title) if name in assignments else clean(name)
