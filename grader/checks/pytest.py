"""An instructor's own tests, in pytest: they run in a trusted box, and the submission in another one."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import ClassVar

from grader.boxes.tests import run_tests
from grader.model import endings
from grader.model.assignment import Assignment, Exercise
from grader.model.evidence import Ending, OwnTest, Probe
from grader.model.submission import Submission
from grader.model.verdict import Finding, Status
from grader.ports import Bench, Seen


@dataclass(frozen=True, kw_only=True)
class PytestCheck:
    """Passes when all tests of a pytest file pass; they call the submission by way of the fixture `submission`.

    `submission.vec_add(a, b)` calls a function, `submission["x"]` is a variable; both give plain values, or raise
    `submission.Error`. The file is never near the student's code. Where a test is skipped, the points stay open.
    """

    probes: ClassVar[frozenset[Probe]] = frozenset()
    reference_files: ClassVar[tuple[str, ...]] = ("file",)
    file: str  # `test_….py` in `reference/<id>/`
    each: bool = False  # whether each test that passes earns its share of the points; otherwise all of them must
    weights: Mapping[str, Decimal] = field(default_factory=dict)  # test -> its weight among the shares, else 1
    hidden: bool = False  # whether it is kept from the student which test failed, and what it says

    def __post_init__(self) -> None:
        name = self.file.rpartition("/")[2]
        if not (name.startswith("test_") and name.endswith(".py")):
            raise ValueError(f"file: expected a file called test_….py, got {self.file!r}")
        if self.weights and not self.each:
            raise ValueError("weights: expected `each: true` beside them")
        if any(weight <= 0 for weight in self.weights.values()):
            raise ValueError("weights: expected numbers above 0")

    def run_tests(
        self, submission: Submission, exercise: Exercise, assignment: Assignment, bench: Bench
    ) -> Mapping[str, tuple[OwnTest, ...]]:
        """Run the file against a submission.

        Raises:
            BoxError: the judge's side broke, or has no pytest.
            ConfigError: the file cannot be run, holds no test, or not those that have weights, or fails the solution.
        """
        file = assignment.reference.parent / self.file
        return {self.file: run_tests(file, submission, exercise, assignment, bench, named=tuple(self.weights))}

    def judge(self, seen: Seen) -> Iterator[Finding]:
        """Judge how each test ended, with one finding for each."""
        tests = seen.evidence.tests.get(self.file, ())
        if not tests:  # its submission was loaded for the cases, and not for the tests
            yield Finding(status=Status.ERROR, code="grader.fault")
        for test in tests:
            yield self._judged(test, tests)

    def _judged(self, test: OwnTest, tests: Sequence[OwnTest]) -> Finding:
        if test.result == "passed":
            return Finding(status=Status.PASS)
        if test.result == "skipped":
            return Finding(status=Status.DEFER, code="pytest.skipped", params={"name": test.name})
        code, params = _told(test)
        passed = [each for each in tests if each.result == "passed"]
        told = {**params, "name": test.name, "passed": len(passed), "total": len(tests)}
        share = sum(map(self._weight, passed), Decimal(0)) / sum(map(self._weight, tests), Decimal(0))
        partial = share if self.each else Decimal(0)
        return Finding(status=Status.FAIL, code=code, params=told, hidden=self.hidden, partial=partial)

    def _weight(self, test: OwnTest) -> Decimal:
        return self.weights.get(test.name.partition("[")[0], Decimal(1))


def _told(test: OwnTest) -> tuple[str, Mapping[str, object]]:
    """Return what is said of a test that failed."""
    outcome = test.outcome
    if outcome is None:
        return "pytest.failed", {"text": test.text}
    if outcome.ending is Ending.RAISED and outcome.error == "MissingEntry":
        return "pytest.missing", {"wanted": outcome.text}
    return endings.ended(outcome) or ("pytest.raised", {"error": outcome.said, "where": outcome.where})
