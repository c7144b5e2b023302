"""What the lines of a rubric tell about a class: how hard each is, and whether it tells the strong from the weak.

*Difficulty* is the mean share of a line's points that was got (the "p-value" of classical test theory): 1 is easy, 0 is
hard. *Discrimination* is the corrected item-total correlation: Pearson's correlation, over the students, of the share
got in the line and the share got in all other lines of the same assignment. "Corrected" means that the line itself is
left out of the total, which would else raise it (S. Henrysson, "Correction of item-total correlations in item
analysis", Psychometrika 28, 1963, pages 211-218). Its interval of 95 % is R. A. Fisher's: normal in artanh r, with the
standard error 1/sqrt(n - 3).

The limit for a line that tells little, 0.2, is that of R. L. Ebel and D. A. Frisbie, "Essentials of Educational
Measurement", 5th edition, 1991, chapter 13. A line is only called so where the whole interval lies on that side.

Lines whose points are open are neither right nor wrong, and are left out for that student. A line that was skipped
since a needed one failed has lost its points and counts as wrong, which ties it to the needed one.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from statistics import correlation, mean

from grader.model.report import Report
from grader.model.verdict import Verdict

FEWEST = 10  # students; of fewer the interval around a correlation of 0 is wider than from -0.63 to 0.63
_NORMAL = 1.96  # standard deviations that hold 95 %
LIMIT = 0.2  # discriminations below it tell little
_MOST = 1 - 1e-12  # of a correlation: artanh of 1 is infinite

Key = tuple[str, str]  # exercise, check


class Kind(StrEnum):
    """What a discrimination says, or why there is none."""

    GOOD = "good"  # it tells the strong from the weak
    WEAK = "weak"  # it hardly tells the strong from the weak
    NEGATIVE = "negative"  # the strong get it wrong more often than the weak
    UNSURE = "unsure"  # the interval does not decide
    FEW = "few"  # students
    SAME = "same"  # everybody got the same share
    ALONE = "alone"  # there are no other lines, or everybody got the same share of them


@dataclass(frozen=True, kw_only=True)
class Correlation:
    """A correlation, with its interval of 95 %."""

    r: float
    low: float
    high: float


@dataclass(frozen=True, kw_only=True)
class Item:
    """One line of the rubric, as a class did in it."""

    students: int  # whose points are decided
    difficulty: float | None  # None where no points are decided
    discrimination: Correlation | None
    kind: Kind


def analysed(reports: Sequence[Report]) -> Mapping[Key, Item]:
    """Return what each line tells, in the order of the rubric; lines that give no points are left out.

    Args:
        reports: of one assignment.
    """
    students = [_shares(report.verdicts) for report in reports]
    keys = dict.fromkeys(
        (verdict.exercise, verdict.check) for report in reports for verdict in report.verdicts if verdict.points
    )
    return {key: _item([_pair(key, student) for student in students if key in student]) for key in keys}


@dataclass(frozen=True, kw_only=True)
class _Got:
    awarded: float
    points: float


def _shares(verdicts: Iterable[Verdict]) -> Mapping[Key, _Got]:
    return {
        (verdict.exercise, verdict.check): _Got(awarded=float(verdict.awarded), points=float(verdict.points))
        for verdict in verdicts
        if verdict.points and not verdict.status.is_open
    }


def _pair(key: Key, student: Mapping[Key, _Got]) -> tuple[float, float | None]:
    """Return the share got in a line, and in all others; None where there are none."""
    item, others = student[key], [got for other, got in student.items() if other != key]
    points = sum(got.points for got in others)
    # Rounded, as equal shares must not differ by the order of the sum.
    share = round(item.awarded / item.points, 9)
    return share, round(sum(got.awarded for got in others) / points, 9) if points else None


def _item(pairs: Sequence[tuple[float, float | None]]) -> Item:
    """Return what a line tells, from each student's share in it and in the rest."""
    difficulty = mean(share for share, _ in pairs) if pairs else None
    found = _discrimination([(share, rest) for share, rest in pairs if rest is not None], len(pairs))
    if isinstance(found, Kind):
        return Item(students=len(pairs), difficulty=difficulty, discrimination=None, kind=found)
    return Item(students=len(pairs), difficulty=difficulty, discrimination=found, kind=_said(found))


def _discrimination(pairs: Sequence[tuple[float, float]], students: int) -> Correlation | Kind:
    """Return the correlation of shares in a line and in the rest, or why there is none."""
    if students < FEWEST:
        return Kind.FEW
    if len({share for share, _ in pairs}) == 1:
        return Kind.SAME
    if len(pairs) < FEWEST or len({rest for _, rest in pairs}) == 1:
        return Kind.ALONE
    r = correlation(*zip(*pairs, strict=True))
    middle, half = math.atanh(max(-_MOST, min(r, _MOST))), _NORMAL / math.sqrt(len(pairs) - 3)
    return Correlation(r=r, low=math.tanh(middle - half), high=math.tanh(middle + half))


def _said(found: Correlation) -> Kind:
    """Return what a correlation says for sure."""
    if found.high < 0:
        return Kind.NEGATIVE
    if found.high < LIMIT:
        return Kind.WEAK
    return Kind.GOOD if found.low >= LIMIT else Kind.UNSURE
