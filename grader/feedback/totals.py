"""The sentences that sum up a class."""

from collections.abc import Iterator, Mapping, Sequence

from grader.feedback.translator import Translator
from grader.model.assignment import Assignment
from grader.model.report import Report


def totals(reports: Sequence[Report], assignments: Mapping[str, Assignment], translator: Translator) -> Iterator[str]:
    """Yield the sentences that sum up a class."""
    scores = [report.score for report in reports]
    students = len({report.student for report in reports})
    yield translator.label("index.count", submissions=len(reports), students=students)
    yield translator.label(
        "index.final",
        final=sum(score is not None and score.final for score in scores),
        open=sum(score is not None and not score.final for score in scores),
        unscored=sum(score is None for score in scores),
    )
    for name in sorted({report.assignment for report in reports} & set(assignments)):
        count = sum(report.assignment == name for report in reports)
        yield f"{translator.text(assignments[name].title)}: {translator.label('index.submissions', count=count)}"
