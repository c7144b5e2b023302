"""Several attempts to the one report that counts."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from decimal import Decimal

from grader.model.assignment import Attempts
from grader.model.report import Report
from grader.model.submission import Note

_CODES = {"best": "score.best-attempt", "last": "score.last-attempt"}


def counting(reports: Sequence[Report], attempts: Attempts) -> Report:
    """Return the report of the attempt that counts, and say so in it.

    The best attempt is the one that is awarded most, whatever is still open in it; of equals the later. A score is not
    settled while an attempt that does not count has open points by which it could overtake.

    An attempt that could not be read does not count where another one could. One that a fault of ours left without a
    score does, unless nothing could be better than the best: what it would have been is not known, so that its report,
    which has no score, is the answer until it has been graded again.

    Args:
        reports: of attempts of one student, at least one, in any order.
        attempts: the rule; attempts beyond its limit are passed over.
    """
    taken = sorted(reports, key=lambda report: report.attempt)[: attempts.limit]
    readable = [report for report in taken if report.score or _is_fault(report)] or taken
    chosen = _best(readable) if attempts.counts == "best" else readable[-1]
    score = chosen.score
    if score and attempts.counts == "best":
        rivals = [each.score.ceiling for each in readable if each.score and each is not chosen]
        score = replace(score, settled=max(rivals, default=Decimal(0)) <= score.awarded)
    chosen = replace(chosen, score=score)
    return replace(chosen, terms=(*chosen.terms, *_told(chosen, len(taken), attempts)))


def _best(reports: Sequence[Report]) -> Report:
    scored = [(report.score.awarded, report.attempt, report) for report in reports if report.score]
    faults = [report for report in reports if not report.score]
    if not scored:
        return faults[-1]
    awarded, _, best = max(scored, key=lambda each: each[:2])
    assert best.score is not None, "chosen for it"
    return faults[-1] if faults and awarded < best.score.possible else best


def _told(report: Report, graded: int, attempts: Attempts) -> Iterator[Note]:
    if graded > 1:
        yield Note(code=_CODES[attempts.counts], params={"attempt": report.attempt, "graded": graded})
    if attempts.limit is not None and report.attempts > attempts.limit:
        left = report.attempts - attempts.limit
        yield Note(code="score.attempts-over", params={"limit": attempts.limit, "left": left})
    if report.score and not report.score.settled and not report.score.open:
        yield Note(code="score.attempt-open")


def _is_fault(report: Report) -> bool:
    return report.problem is not None and not report.problem.code.startswith("intake.")
