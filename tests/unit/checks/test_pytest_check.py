"""How an instructor's tests ended, judged: all of them, or each by its share."""

from decimal import Decimal
from typing import Any

import pytest

from grader.checks.pytest import PytestCheck
from grader.model.assignment import Exercise
from grader.model.evidence import Ending, ExerciseEvidence, Outcome, OwnTest, Place, Reference
from grader.model.text import Text
from grader.model.verdict import Finding, Status
from grader.ports import Seen

TEXT = Text(bn="ক", en="a")
FILE = "test_it.py"
PASSED, MANY = OwnTest(name="test_a", result="passed"), OwnTest(name="test_many[1]", result="passed")
FAILED = OwnTest(name="test_b", result="failed", text="assert 2 == 1")
SKIPPED = OwnTest(name="test_c", result="skipped")


def judge(*tests: OwnTest, **options: Any) -> list[Finding]:
    seen = Seen(
        exercise=Exercise(id="e", title=TEXT, statement=TEXT, language="script", checks=()),
        evidence=ExerciseEvidence(exercise="e", load=Outcome(ending=Ending.RETURNED), tests={FILE: tests}),
        reference=Reference(exercise="e", expected=()),
        device="virtual",
        can_time=False,
    )
    return list(PytestCheck(file=FILE, **options).judge(seen))


def test_all_have_to_pass_unless_each_has_its_share() -> None:
    assert [each.status for each in judge(PASSED, MANY)] == [Status.PASS, Status.PASS]
    _, failed, _ = judge(PASSED, FAILED, MANY)
    assert (failed.status, failed.code, failed.partial) == (Status.FAIL, "pytest.failed", Decimal(0))
    assert failed.params == {"name": "test_b", "text": "assert 2 == 1", "passed": 2, "total": 3}
    _, failed, _ = judge(PASSED, FAILED, MANY, each=True, weights={"test_many": Decimal(2)})
    assert failed.partial == Decimal("0.75")


def test_a_test_that_is_skipped_leaves_the_points_open_and_earns_no_share() -> None:
    passed, skipped = judge(PASSED, SKIPPED)
    assert (passed.status, skipped.status, skipped.code) == (Status.PASS, Status.DEFER, "pytest.skipped")
    assert judge(PASSED, SKIPPED, FAILED, SKIPPED, each=True)[2].partial == Decimal("0.25")


@pytest.mark.parametrize(
    ("outcome", "code", "params"),
    [
        (
            Outcome(ending=Ending.RAISED, error="ValueError", text="x", place=Place(file="a.py", line=3)),
            "pytest.raised",
            {"error": "ValueError: x", "where": "a.py:3"},
        ),
        (Outcome(ending=Ending.RAISED, error="MissingEntry", text="mean"), "pytest.missing", {"wanted": "mean"}),
        (Outcome(ending=Ending.TIMEOUT, limit=2.0), "run.timeout", {"limit": 2.0, "where": "?"}),
        (Outcome(ending=Ending.DIED), "run.died", {"signal": "exit"}),
    ],
)
def test_what_the_submission_did_is_told_rather_than_what_the_test_says(
    outcome: Outcome, code: str, params: dict[str, object]
) -> None:
    (finding,) = judge(OwnTest(name="test_b", result="failed", text="…", outcome=outcome))
    assert (finding.status, finding.code) == (Status.FAIL, code)
    assert finding.params == {**params, "name": "test_b", "passed": 0, "total": 1}


def test_what_failed_can_be_kept_from_the_student() -> None:
    assert judge(FAILED, hidden=True)[0].hidden


def test_without_any_test_it_is_our_fault() -> None:
    assert [each.status for each in judge()] == [Status.ERROR]


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"file": "it.py"}, "^file: "),
        ({"file": "test_it.txt"}, "^file: "),
        ({"file": FILE, "weights": {"test_a": Decimal(2)}}, "^weights: expected `each: true`"),
        ({"file": FILE, "each": True, "weights": {"test_a": Decimal(0)}}, "^weights: expected numbers above 0"),
    ],
)
def test_an_author_s_slips_are_told(options: dict[str, Any], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        PytestCheck(**options)
