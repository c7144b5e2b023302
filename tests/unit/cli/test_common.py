"""Exit codes from reports; the rest of the command line is tested whole, in tests/e2e/test_cli.py."""

from dataclasses import replace
from decimal import Decimal

import pytest

from grader.cli.common import finish
from grader.model.report import Report
from grader.model.submission import Note
from grader.model.verdict import Score

FINAL = Report(
    student="s001", assignment="vec_add", file="a.py", submission_digest="", assignment_digest="", graded_at="",
    seconds=0.0, device="virtual", sandbox="local", isolation="none", machine={}, verdicts=(),
    score=Score(earned=Decimal(0), open=Decimal(0), possible=Decimal(3)),
)  # fmt: skip
OPEN = replace(FINAL, score=Score(earned=Decimal(0), open=Decimal(1), possible=Decimal(3)))
UNREADABLE = replace(FINAL, score=None, problem=Note(code="intake.empty", params={"file": "a.py"}))
FAULT = replace(FINAL, score=None, problem=Note(code="machine.fault", params={"error": "BoxError: the disk is full"}))


@pytest.mark.parametrize(
    ("reports", "code"),
    [((), 0), ((FINAL, FINAL), 0), ((FINAL, OPEN), 1), ((UNREADABLE, FINAL), 1), ((OPEN, FAULT, FINAL), 3)],
)
def test_the_exit_code_follows_what_is_open_and_not_the_marks(reports: tuple[Report, ...], code: int) -> None:
    assert finish(reports) == code


def test_the_instructor_is_told_of_a_fault_of_the_machine(capsys: pytest.CaptureFixture[str]) -> None:
    finish((FINAL, FAULT, UNREADABLE))
    assert capsys.readouterr().err == "vec_add/s001: BoxError: the disk is full\n"
