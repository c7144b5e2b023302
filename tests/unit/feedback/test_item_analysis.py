"""What the lines of a rubric tell about a class: against numbers worked out by hand, and where nothing can be told."""

import itertools
import math
from collections.abc import Sequence
from decimal import Decimal

import pytest
from fixed_reports import report

from grader.feedback.overview.item_analysis import FEWEST, Item, Kind, analysed
from grader.model.report import Report
from grader.model.verdict import Finding, Status, Verdict

ITEM = ("e", "item")
POINTS = {"item": 2, "rest": 4, "more": 6}


def student(number: int, **awarded: float | Status) -> Report:
    """Return a report: points got in each line, or the status of a line that gave none."""
    verdicts = tuple(
        Verdict(
            exercise="e", check=check, kind="output", points=Decimal(POINTS[check]),
            awarded=Decimal(0 if isinstance(got, Status) else got),
            finding=Finding(status=got if isinstance(got, Status) else Status.PASS),
        )
        for check, got in awarded.items()
    )  # fmt: skip
    return report(f"s{number:03}", verdicts=verdicts)


def item(students: Sequence[Report]) -> Item:
    return analysed(students)[ITEM]


def class_of(*pairs: tuple[float, float]) -> list[Report]:
    return [student(number, item=got, rest=rest) for number, (got, rest) in enumerate(pairs)]


def test_difficulty_is_the_mean_share_of_the_points() -> None:
    assert item(class_of((2, 4), (1, 0), (0, 4), (2, 0))).difficulty == 0.625


def test_discrimination_is_the_correlation_with_the_other_lines() -> None:
    pairs = [(0, 0), (0, 1), (1, 1), (1, 2), (1, 3), (2, 2), (2, 3), (2, 4), (2, 4), (2, 4)]
    found = item(class_of(*pairs)).discrimination
    assert found is not None
    # By hand: n = 10, sums 13, 24, products 40, squares 23, 76.
    r = (10 * 40 - 13 * 24) / math.sqrt((10 * 23 - 13**2) * (10 * 76 - 24**2))
    assert found.r == pytest.approx(r)
    assert (found.low, found.high) == pytest.approx(
        (math.tanh(math.atanh(r) - 1.96 / math.sqrt(7)), math.tanh(math.atanh(r) + 1.96 / math.sqrt(7)))
    )


def test_the_line_itself_is_no_part_of_the_rest() -> None:
    shares = itertools.product([0, 2], [0, 4], [0, 6])  # three unrelated lines
    found = item([student(number, item=a, rest=b, more=c) for number, (a, b, c) in enumerate(list(shares) * 2)])
    assert found.discrimination is not None
    assert found.discrimination.r == pytest.approx(0)  # with the total that it is a part of: above 0.2


@pytest.mark.parametrize(
    ("pairs", "kind"),
    [
        ([(0, 0), (2, 4)] * 20, Kind.GOOD),
        ([(0, 4), (2, 0)] * 20, Kind.NEGATIVE),
        ([(0, 0), (0, 4), (2, 0), (2, 4)] * 100, Kind.WEAK),
        ([(0, 0), (0, 4), (2, 0), (2, 4)] * 5, Kind.UNSURE),
        ([(0, 0), (2, 4)] * 4, Kind.FEW),
        ([(2, 0), (2, 4)] * 20, Kind.SAME),
        ([(0, 4), (2, 4)] * 20, Kind.ALONE),
    ],
)
def test_what_is_said_of_a_line(pairs: list[tuple[float, float]], kind: Kind) -> None:
    found = item(class_of(*pairs))
    assert found.kind is kind
    assert (found.discrimination is None) == (kind in {Kind.FEW, Kind.SAME, Kind.ALONE})


def test_a_rubric_of_one_line_has_nothing_to_compare_it_with() -> None:
    assert item([student(number, item=number % 3) for number in range(30)]).kind is Kind.ALONE


@pytest.mark.parametrize("status", [Status.DEFER, Status.UNDECIDED, Status.ERROR])
def test_open_points_are_neither_right_nor_wrong(status: Status) -> None:
    decided = class_of(*[(0, 0), (2, 4)] * FEWEST)
    itself = [student(100 + number, item=status, rest=4) for number in range(5)]
    rest = [student(200 + number, item=2, rest=status) for number in range(5)]
    found, alone = item([*decided, *itself, *rest]), item(decided)
    assert found.discrimination == alone.discrimination
    assert (found.students, found.difficulty) == (25, 0.6)


def test_a_line_that_was_skipped_counts_as_wrong() -> None:
    assert item([student(1, item=Status.SKIP, rest=4), student(2, item=2, rest=4)]).difficulty == 0.5


def test_a_line_that_nobody_has_decided_has_no_difficulty() -> None:
    found = item([student(1, item=Status.DEFER, rest=4)])
    assert (found.difficulty, found.kind) == (None, Kind.FEW)


def test_hints_that_give_no_points_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(POINTS, "more", 0)
    assert list(analysed([student(1, item=2, rest=4, more=0)])) == [ITEM, ("e", "rest")]
