"""Markdown for places that show only so much: cut after a check, counted in bytes."""

from dataclasses import replace
from decimal import Decimal
from functools import partial
from pathlib import Path

import pytest
from fixed_reports import ASSIGNMENT, MIXED, PASS, UNREADABLE

from grader.feedback import markdown
from grader.feedback.catalogue import Catalogue
from grader.feedback.translator import Translator
from grader.model.report import Report
from grader.model.text import Language
from grader.model.verdict import Finding, Status, Verdict

CHECKS = 40


def translator(language: Language) -> Translator:
    return Translator(catalogue=Catalogue.load(), language=language)


def long_report() -> Report:
    """Return a report of which each check is explained by another message."""
    verdicts = tuple(
        Verdict(exercise="kernel", check=f"c{at}", kind="output", points=Decimal(1), awarded=Decimal(0),
                finding=Finding(status=Status.FAIL, code="output.tail-unwritten", case=f"n={at}",
                                params={"name": "c", "first": "c[98]", "left": 1, "total": 99, "written": 98}))
        for at in range(CHECKS)
    )  # fmt: skip
    return replace(MIXED, verdicts=verdicts)


@pytest.mark.parametrize("language", ["bn", "en"])
def test_what_is_too_long_ends_after_a_check_and_says_how_many_are_left_out(language: Language) -> None:
    whole = markdown.report(long_report(), ASSIGNMENT, translator(language))
    limit = len(whole.encode()) * 2 // 3
    cut = markdown.report(long_report(), ASSIGNMENT, translator(language), limit)
    assert limit - 3000 < len(cut.encode()) <= limit
    shown = [at for at in range(CHECKS) if f"`n={at}`" in cut]
    assert shown == list(range(len(shown)))
    left = translator(language).label("report.left-out", count=CHECKS - len(shown))
    assert cut.count(left) == 1
    assert left not in whole
    # Up to there, and after it, nothing is missing.
    start, _, end = cut.partition(f"\n{left}\n\n")
    assert whole.startswith(start)
    assert whole.endswith(end)


def test_where_not_even_the_results_fit_nothing_is_written() -> None:
    assert markdown.report(long_report(), ASSIGNMENT, translator("bn"), 2000) == ""
    assert markdown.report(long_report(), ASSIGNMENT, translator("bn"), -5) == ""


def test_a_summary_has_one_line_per_submission_and_counts_those_left_out() -> None:
    students = [replace(PASS, student=f"s{number:04}") for number in range(700)]
    text = markdown.summary([UNREADABLE, *students], {"vec_add": ASSIGNMENT}, translator("en"))
    assert text.count("\n| `s") == 200
    assert translator("en").label("report.left-out", count=501) in text
    assert "Submissions: 701" in text
    few = markdown.summary(students[:3], {}, translator("bn"))
    assert few.count("\n| `s0") == 3
    assert "সব পাস" in few


def test_a_bar_in_a_title_or_a_name_ends_no_cell() -> None:
    hostile = replace(PASS, student="a|b\n| c", assignment="x|y")
    row = markdown.summary([hostile], {}, translator("en")).splitlines()[-1]
    assert row.replace(r"\|", "").count("|") == 5


def test_a_file_that_several_steps_append_to_stays_within_the_limit(tmp_path: Path) -> None:
    path = tmp_path / "summary.md"
    report = partial(markdown.report, long_report(), ASSIGNMENT, translator("bn"))
    markdown.append(path, report)
    once = path.read_text(encoding="utf-8")
    assert once == report(markdown.LIMIT)
    for _ in range(markdown.LIMIT // len(once.encode()) + 2):
        markdown.append(path, report)
    assert markdown.LIMIT - len(once.encode()) < path.stat().st_size <= markdown.LIMIT
    assert path.read_text(encoding="utf-8").startswith(once * 2)
