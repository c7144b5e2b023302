"""The page of a class: one file with its pictures and its script, for those who teach it."""

import base64
import hashlib
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path

from grader.feedback import sheet as sheets
from grader.feedback.overview.figures import Figure, figure
from grader.feedback.overview.item_analysis import LIMIT
from grader.feedback.overview.marks import spread
from grader.feedback.overview.rubric import rubrics
from grader.feedback.overview.table import rows
from grader.feedback.overview.tally import doubtful, mistakes, slowest, waiting
from grader.feedback.overview.words import Words
from grader.feedback.translator import Translator
from grader.feedback.webpage import environment, fonts
from grader.model.assignment import Assignment
from grader.model.report import Report

_PAGES = Path(__file__).parents[1] / "pages"
_MISTAKES = 15  # kinds of mistakes that are listed
_SLOW = 10  # submissions that are listed, beside those that were stopped


def page(reports: Sequence[Report], assignments: Mapping[str, Assignment], translator: Translator) -> str:
    """Return the page of a class; it links to `reports/<assignment>/<student>.html`.

    Args:
        reports: in any order.
        assignments: by id; those that are not there keep the names that the reports have.
        translator: the language.
    """
    ordered = sorted(reports, key=lambda report: (report.assignment, report.student))
    words = Words(assignments=assignments, translator=translator)
    wrong = mistakes(ordered)
    table = tuple(rows(ordered, words))
    script = _text("overview.js")
    return (
        environment()
        .get_template("index.html.j2")
        .render(
            t=translator,
            words=words,
            fonts=fonts(),
            style=_text("overview.css"),
            script=script,
            script_hash=base64.b64encode(hashlib.sha256(script.encode()).digest()).decode(),
            locale=_locale(translator),
            tiles=tuple(_tiles(ordered, words)),
            warnings=tuple(dict.fromkeys(line for each in ordered if (line := sheets.warning(each, translator)))),
            figures=tuple(_figures(ordered, words)),
            mistakes=wrong[:_MISTAKES],
            more_mistakes=len(wrong[_MISTAKES:]),
            item_limit=LIMIT,
            rubrics=tuple(rubrics(ordered, words)),
            doubtful=doubtful(ordered),
            waiting=waiting(ordered),
            slow=slowest(ordered, _SLOW),
            rows=table,
            outcomes=tuple(sorted({row.outcome for row in table})),
            titles=tuple(dict.fromkeys(row.assignment for row in table)),
        )
    )


@cache
def _text(name: str) -> str:
    return (_PAGES / name).read_text(encoding="utf-8")


def _locale(translator: Translator) -> str:
    """Return how the script of the page is to write numbers, as browsers name it."""
    if translator.language == "en":
        return "en"
    return "bn-BD" if translator.digits == "auto" else "bn-BD-u-nu-latn"


def _tiles(reports: Sequence[Report], words: Words) -> Iterator[tuple[str, str]]:
    """Yield the numbers that come first: name and value."""
    scores, middle = [report.score for report in reports], spread(reports).median
    counts = {
        "submissions": len(reports),
        "students": len({report.student for report in reports}),
        "final": sum(score is not None and score.final for score in scores),
        "open": sum(score is not None and not score.final for score in scores),
        "unscored": sum(score is None for score in scores),
    }
    for name, count in counts.items():
        yield words.translator.label(f"index.tile.{name}"), words.translator.number(count)
    if middle:
        yield words.translator.label("index.tile.median"), words.share(middle)


def _figures(reports: Sequence[Report], words: Words) -> Iterator[Figure]:
    names = tuple(dict.fromkeys(report.assignment for report in reports))
    if len(names) > 1:
        yield figure(words.translator.label("index.all"), spread(reports), words)
    for name in names:
        its = [report for report in reports if report.assignment == name]
        yield figure(words.assignment(name), spread(its), words)
