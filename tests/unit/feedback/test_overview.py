"""What the page of a class counts, and what it says of it."""

import re
from dataclasses import replace
from decimal import Decimal

import pytest
from fixed_reports import ASSIGNMENT, LATE, MIXED, PASS, REPORTS, UNREADABLE

from grader.feedback.catalogue import Catalogue
from grader.feedback.overview.marks import Range, mark, spread
from grader.feedback.overview.page import page
from grader.feedback.overview.tally import Line, doubtful, mistakes, slowest, tallies, waiting
from grader.feedback.translator import Translator
from grader.model.report import Report
from grader.model.submission import Note
from grader.model.verdict import Finding, Score, Status

CATALOGUE = Catalogue.load()
ENGLISH = Translator(catalogue=CATALOGUE, language="en")
RIGHT, SAFE, FAST = (
    Line(assignment="vec_add", exercise="kernel", check=check, kind=kind)
    for check, kind in (("right", "output"), ("safe", "memory_safety"), ("fast", "speed"))
)


def scored(earned: str, open_: str = "0", **changes: object) -> Report:
    score = Score(earned=Decimal(earned), open=Decimal(open_), possible=Decimal(10))
    return replace(PASS, score=replace(score, **changes))  # type: ignore[arg-type]  # keys of Score


def found(status: Status, code: str, *, student: str = "s1", check: int = 0) -> Report:
    """Return a report, one line of which says something."""
    verdicts = list(PASS.verdicts)
    finding = Finding(status=status, code=code, params=CATALOGUE.records[code].sample)
    verdicts[check] = replace(verdicts[check], awarded=Decimal(0), finding=finding)
    return replace(PASS, student=student, verdicts=tuple(verdicts))


def of(count: int, status: Status, code: str, check: int = 0) -> list[Report]:
    return [found(status, code, student=f"{code}{number}", check=check) for number in range(count)]


def test_open_points_make_a_range_of_a_mark() -> None:
    score = scored("4", "2.5", late=Decimal("0.2")).score
    assert score is not None
    assert mark(score) == Range(low=Decimal("0.32"), high=Decimal("0.52"))


def test_an_attempt_that_may_be_overtaken_may_still_become_anything() -> None:
    score = scored("4", settled=False).score
    assert score is not None
    assert mark(score) == Range(low=Decimal("0.4"), high=Decimal(1))


def test_median_and_mean_hold_whichever_way_open_points_go() -> None:
    class_ = spread([scored("2", "6"), scored("5"), scored("6", "1")])
    assert class_.median == Range(low=Decimal("0.5"), high=Decimal("0.7"))
    assert class_.mean is not None
    assert [round(share, 3) for share in (class_.mean.low, class_.mean.high)] == [Decimal("0.433"), Decimal("0.667")]


def test_full_points_fall_into_the_last_tenth_and_a_tenth_begins_at_its_lower_end() -> None:
    bands = spread([scored("10"), scored("9"), scored("8.99"), scored("0", "1"), UNREADABLE]).bands
    assert [(band.final, band.open) for band in bands] == [(0, 1), *[(0, 0)] * 7, (1, 0), (2, 0)]


def test_nobody_with_a_score_has_no_median() -> None:
    class_ = spread([UNREADABLE])
    assert (class_.median, class_.mean, class_.unscored) == (None, None, 1)


def test_the_rate_of_those_that_passed_leaves_out_what_is_open() -> None:
    by_line = {tally.line: tally for tally in tallies([PASS, MIXED, LATE, UNREADABLE])}
    assert list(by_line) == [RIGHT, SAFE, FAST]
    assert by_line[RIGHT].counts == {Status.PASS: 2, Status.FAIL: 1}
    assert by_line[RIGHT].rate == pytest.approx(2 / 3)
    assert (by_line[FAST].rate, by_line[FAST].decided, by_line[FAST].open) == (1.0, 1, 2)
    assert tallies([LATE])[2].rate is None


def test_mistakes_are_what_failed_and_what_could_not_be_read_the_most_frequent_first() -> None:
    reports = [
        *of(2, Status.FAIL, "cuda.bounds-guard"),
        *of(3, Status.FAIL, "output.reversed"),
        *of(4, Status.SKIP, "check.needs"),
        *of(4, Status.DEFER, "device.cannot-time"),
        UNREADABLE,
        replace(UNREADABLE, student="s5", problem=Note(code="machine.fault")),
    ]
    assert [(group.code, group.size) for group in mistakes(reports)] == [
        ("output.reversed", 3), ("cuda.bounds-guard", 2), ("intake.not-json", 1),
    ]  # fmt: skip


def test_a_report_counts_once_for_a_mistake() -> None:
    twice = found(Status.FAIL, "run.timeout")
    twice = replace(twice, verdicts=(twice.verdicts[0], replace(twice.verdicts[0], check="safe")))
    assert [group.size for group in mistakes([twice])] == [1]


def test_doubtful_is_what_is_undecided_ours_or_changes_from_run_to_run_by_checks() -> None:
    reports = [
        *of(3, Status.UNDECIDED, "perf.noisy", 2),
        *of(2, Status.FAIL, "output.not-repeatable"),
        found(Status.ERROR, "grader.fault", check=1),
        *of(5, Status.UNDECIDED, "quiz.needs-review"),
        *of(2, Status.UNDECIDED, "quiz.ambiguous-number"),
        *of(5, Status.DEFER, "device.cannot-time", 2),
        replace(UNREADABLE, problem=Note(code="machine.fault")),
        UNREADABLE,
    ]
    assert [(group.code, group.line, group.size) for group in doubtful(reports)] == [
        ("perf.noisy", FAST, 3),
        ("output.not-repeatable", RIGHT, 2),
        ("machine.fault", None, 1),
        ("grader.fault", SAFE, 1),
    ]
    assert [(group.code, group.line, group.size) for group in waiting(reports)] == [
        ("quiz.needs-review", RIGHT, 5),
        ("quiz.ambiguous-number", RIGHT, 2),
    ]


def test_slow_is_what_took_longest_and_all_that_was_stopped() -> None:
    quick = [replace(PASS, student=f"q{number}", seconds=2.0) for number in range(5)]
    stopped = replace(found(Status.FAIL, "run.timeout", student="t"), seconds=1.0)
    slow = slowest([*quick, replace(PASS, student="slow", seconds=9.0), stopped], 2)
    assert [(each.report.student, each.times, each.stopped) for each in slow] == [
        ("slow", 4.5, False), ("q0", 1.0, False), ("t", 0.5, True),
    ]  # fmt: skip
    assert slowest([replace(PASS, seconds=0.0)], 2)[0].times is None


def test_the_page_links_each_mistake_to_the_reports_that_have_it() -> None:
    shown = page(tuple(REPORTS.values()), {"vec_add": ASSIGNMENT}, ENGLISH)
    entry = shown[shown.index("output.tail-unwritten") :]
    assert 'href="reports/vec_add/s002.html"' in entry[: entry.index("</li>")]


@pytest.mark.parametrize("digits", ["auto", "latin"])
def test_numbers_have_the_digits_of_the_language_and_are_sorted_by_latin_ones(digits: str) -> None:
    bangla = Translator(catalogue=CATALOGUE, language="bn", digits="auto" if digits == "auto" else "latin")
    shown = page(tuple(REPORTS.values()), {"vec_add": ASSIGNMENT}, bangla)
    assert 'data-sort="6.00"' in shown
    assert ("৬/১০" in shown) == (digits == "auto")
    assert bool(re.search("[০-৯]", shown)) == (digits == "auto")
    assert ('data-locale="bn-BD"' in shown, "list-style-type:bengali" in shown) == ((digits == "auto"),) * 2


def test_results_that_are_older_than_the_course_are_shown_by_the_names_that_they_have() -> None:
    shown = page(tuple(REPORTS.values()), {}, ENGLISH)
    assert "<h3>vec_add</h3>" in shown
    assert "Right result" in shown


def test_a_hidden_case_and_hostile_values_leave_no_trace() -> None:
    hostile = '"><script>alert(1)</script>'
    hidden = replace(MIXED.verdicts[0].finding, hidden=True, params={"name": hostile, "got": "4711"}, case="n=4711")
    report = replace(MIXED, student=hostile, verdicts=(replace(MIXED.verdicts[0], finding=hidden),))
    shown = page([report], {"vec_add": ASSIGNMENT}, ENGLISH)
    assert "<script>alert" not in shown
    assert "4711" not in shown
    assert shown.count("<script>") == 1


def test_a_class_without_any_report_has_a_page() -> None:
    assert "None." in page([], {}, ENGLISH)
