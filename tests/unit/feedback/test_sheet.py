"""What a report says, before any markup."""

from dataclasses import replace
from decimal import Decimal
from pathlib import Path

import pytest

from grader.feedback.catalogue import Catalogue
from grader.feedback.overview import page as overview
from grader.feedback.sheet import outcome, points, score_line, sheet
from grader.feedback.translator import Translator
from grader.model.assignment import Assignment, CheckSpec, Exercise
from grader.model.report import Report
from grader.model.submission import Note
from grader.model.text import Text
from grader.model.verdict import Finding, Score, Status, Verdict

ENGLISH = Translator(catalogue=Catalogue.load(), language="en")
SAME = Finding(status=Status.FAIL, code="run.not-run")


def assignment(*checks: str) -> Assignment:
    nothing = Text(bn="-", en="-")
    specs = tuple(
        CheckSpec(id=check, kind="output", points=Decimal(1), title=Text(bn=check, en=check)) for check in checks
    )
    exercise = Exercise(id="e", title=nothing, statement=nothing, language="pytorch", checks=specs)
    folder = Path("/course")
    return Assignment(id="a", title=nothing, statement=nothing, folder=folder, submit=("a.py",), starter=folder,
                      reference=folder, exercises=(exercise,))  # fmt: skip


def report(
    *findings: tuple[str, Finding], score: Score | None = None, problem: Note | None = None, student: str = "s1"
) -> Report:
    one = Decimal(1)
    verdicts = tuple(
        Verdict(exercise="e", check=check, kind="speed", points=one, awarded=Decimal(0), finding=finding)
        for check, finding in findings
    )
    return Report(student=student, assignment="a", file="a.py", submission_digest="0" * 64, assignment_digest="0" * 64,
                  graded_at="2026-12-01T00:00:00Z", seconds=1.0, device="virtual", sandbox="local", isolation="none",
                  machine={}, verdicts=verdicts, score=score, problem=problem)  # fmt: skip


def test_what_fails_every_check_in_the_same_way_is_told_once() -> None:
    other = Finding(status=Status.FAIL, code="run.bad-reply")
    page = sheet(report(("x", SAME), ("y", other), ("z", SAME)), assignment("x", "y", "z"), ENGLISH)
    assert [item.checks for item in page.explanations] == [("x", "z"), ("y",)]


def test_a_report_that_is_older_than_its_assignment_is_still_shown() -> None:
    page = sheet(report(("gone", SAME)), assignment("x"), ENGLISH)
    assert page.sections[0].lines[0].title == "Speed"


def test_points_are_got_open_or_lost() -> None:
    findings = [("x", SAME), ("y", Finding(status=Status.ERROR, code="grader.fault"))]
    lines = sheet(report(*findings), assignment("x", "y"), ENGLISH).sections[0].lines
    points = [tuple(map(int, (line.awarded, line.open, line.lost))) for line in lines]
    assert points == [(0, 0, 1), (0, 1, 0)]


@pytest.mark.parametrize(
    ("awarded", "left", "word"), [(2, 0, "all passed"), (1, 0, "partial"), (0, 0, "failed"), (0, 1, "some points open")]
)
def test_the_word_for_a_score(awarded: int, left: int, word: str) -> None:
    score = Score(earned=Decimal(awarded), open=Decimal(left), possible=Decimal(2))
    assert outcome(report(score=score), ENGLISH) == word


@pytest.mark.parametrize(("code", "word"), [("intake.too-deep", "unreadable"), ("machine.fault", "machine fault")])
def test_the_word_for_no_score_tells_whose_fault_it_is(code: str, word: str) -> None:
    assert outcome(report(problem=Note(code=code)), ENGLISH) == word


def test_a_link_stays_inside_the_folder_of_reports() -> None:
    page = overview.page([report(student='../"><b>')], {"a": assignment()}, ENGLISH)
    assert 'href="reports/a/..%2F%22%3E%3Cb%3E.html"' in page
    assert "<b>" not in page


def test_a_needed_check_is_named_by_its_title() -> None:
    skipped = Finding(status=Status.SKIP, code="check.needs", params={"needs": ("x", "gone")})
    course = assignment("x", "y")
    named = replace(course.exercises[0].checks[0], title=Text(bn="ফল", en="The result"))
    exercise = replace(course.exercises[0], checks=(named, course.exercises[0].checks[1]))
    page = sheet(report(("y", skipped)), replace(course, exercises=(exercise,)), ENGLISH)
    (told,) = page.explanations
    assert told.message.expected == "This has to pass first: The result, gone."


@pytest.mark.parametrize(
    ("score", "line", "short"),
    [
        ({}, "Total: 8/10", "8/10"),
        ({"late": "0.2"}, "Total: 6.4/10 (earned 8, deducted for being late 1.6)", "6.4/10"),
        ({"open": "2"}, "So far 8/10, 2 more points open", "8/10 (open 2)"),
        ({"settled": False}, "So far 8/10, points of another attempt are still open", "8/10"),
    ],
)
def test_the_line_of_a_score_tells_what_was_deducted_and_what_is_open(
    score: dict[str, object], line: str, short: str
) -> None:
    given = {key: value if key == "settled" else Decimal(str(value)) for key, value in score.items()}
    found = Score(**{"earned": Decimal(8), "open": Decimal(0), "possible": Decimal(10), **given})  # type: ignore[arg-type]  # the names and types above are Score's
    assert (score_line(found, ENGLISH), points(found, ENGLISH)) == (line, short)


def test_a_report_tells_when_and_as_which_attempt_it_was_handed_in() -> None:
    told = Note(code="score.last-attempt", params={"attempt": 2, "graded": 3})
    one = replace(report(), submitted_at="2026-12-17T10:30:00+06:00", attempt=2, attempts=3, terms=(told,))
    page = sheet(one, assignment(), ENGLISH)
    assert [message.title for message in page.terms] == ["Attempt 2 counts"]
    assert ("Handed in", "Thursday, 17 December 2026, 10:30 UTC+06:00") in page.facts
    assert ("Attempt that counts", "2 of 3") in page.facts
    assert {name for name, _ in sheet(report(), assignment(), ENGLISH).facts} & {
        "Handed in",
        "Attempt that counts",
    } == set()
