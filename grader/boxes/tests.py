"""An author's own tests: they run in a trusted box, and each call of the submission goes by way of the judge."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from importlib.util import find_spec
from pathlib import Path
from typing import Literal, cast

from grader.boxes.session import Program, Session
from grader.boxes.solutions import solution
from grader.boxes.wire import WireError
from grader.errors import BoxError, ConfigError, Problem
from grader.model.assignment import Assignment, Exercise
from grader.model.evidence import Ending, Outcome, OwnTest
from grader.model.submission import Submission
from grader.model.values import Value
from grader.ports import Bench

DRIVER = "script"  # what the submission is loaded by
OF_TENSORS = ("pytorch", "triton")  # languages whose functions get arrays as tensors
OWN_S = 120.0  # seconds that the tests may take besides those that the submission takes
MOST_TRIES = 4  # times its limit that a submission can take: to load twice, and to answer a little longer than allowed


def run_tests(
    file: Path,
    submission: Submission,
    exercise: Exercise,
    assignment: Assignment,
    bench: Bench,
    *,
    named: Sequence[str] = (),
) -> tuple[OwnTest, ...]:
    """Return how each test of a file ended; nothing where the submission cannot be loaded.

    All calls together may take as long as one run of the exercise. The box of the tests holds the Python files of their
    folder, and never the submission. A test that fails in a way of its own, neither by an assertion nor by the
    submission, is tried on the author's solution: where it fails there too, it is broken.

    Args:
        file: of the tests.
        submission: that they are run against.
        exercise: whose limits hold.
        assignment: with the solution.
        bench: what to work with.
        named: names of tests that there must be.

    Raises:
        BoxError: the judge's side broke, or has no pytest.
        ConfigError: the file cannot be run, or holds not the tests that it should; or a test of it is broken.
    """
    if find_spec("pytest") is None:
        raise BoxError("a check of kind pytest needs pytest: pip install 'grader[pytest]'")
    if assignment.reference.suffix == ".cu":
        raise ConfigError([_problem(file, 0, "tests can call Python, and the solution is CUDA C")])
    found = _run(file, submission, exercise, bench)
    known = {test.name.partition("[")[0] for test in found}
    if found and (missing := sorted(set(named) - known)):
        near = get_close_matches(missing[0], known, n=1) or sorted(known)
        raise ConfigError([_problem(file, 0, f"there is no test {missing[0]!r}", f"there is {', '.join(near)}")])
    if odd := {test.name for test in found if test.odd}:
        _blame_tests(file, odd, _run(file, solution(assignment), exercise, bench))
    return found


def _blame_tests(file: Path, odd: Collection[str], right: Sequence[OwnTest]) -> None:
    """Raise ConfigError for tests that fail on the author's solution as well."""
    broken = [
        _problem(file, test.line, f"{test.name} fails for the solution: {test.text}")
        for test in right
        if test.name in odd and test.result == "failed"
    ]
    if broken:
        raise ConfigError(broken)


def _run(file: Path, submission: Submission, exercise: Exercise, bench: Bench) -> tuple[OwnTest, ...]:
    program = Program(submission=submission, entry=exercise.entry, driver=DRIVER)
    files = {path.name: path.read_bytes() for path in file.parent.glob("*.py")}
    limits = replace(bench.limits, wall_s=MOST_TRIES * bench.limits.wall_s + OWN_S)
    lease = replace(bench.lease, nodes=())  # the card is the student's
    with (
        Session(program, bench) as session,
        bench.sandbox.open(driver="tests", files=files, lease=lease, limits=limits) as box,
    ):
        session.load()
        if not session.ready:
            return ()
        calls = _Calls(session, limit=bench.limits.wall_s, tensors=exercise.language in OF_TENSORS)
        reply = box.request("run", {"file": file.name}, limits=limits, answer=calls.answer)
    if reply.outcome.ending is not Ending.RETURNED:
        raise ConfigError([_problem(file, 0, f"the tests ended by {reply.outcome.ending} {reply.outcome.said}")])
    if isinstance(problem := reply.value["problem"], Mapping):
        raise ConfigError([_problem(file, cast("int", problem["line"]), str(problem["text"]))])
    return tuple(_tested(test, calls.outcomes) for test in cast("list[Mapping[str, Value]]", reply.value["tests"]))


def _problem(file: Path, line: int, text: str, hint: str = "") -> Problem:
    return Problem(file=str(file), line=line, column=1 if line else 0, message=text, hint=hint)


def _tested(test: Mapping[str, Value], outcomes: list[Outcome]) -> OwnTest:
    number = test["number"]
    return OwnTest(
        name=str(test["name"]),
        result=cast("Literal['passed', 'failed', 'skipped']", test["result"]),
        text=str(test["text"]),
        line=cast("int", test["line"]),
        odd=test["odd"] is True,
        outcome=outcomes[number] if isinstance(number, int) else None,
    )


@dataclass
class _Calls:
    """Answers what the tests ask of the submission."""

    _session: Session
    limit: float = field(kw_only=True)  # seconds of all calls together
    tensors: bool = field(kw_only=True)
    outcomes: list[Outcome] = field(default_factory=list)  # of the calls that did not return
    _spent: float = 0.0

    def answer(self, name: str, asked: Mapping[str, Value]) -> Value:
        """Ask the submission, and return its value or its error."""
        if name not in {"call", "variable"}:
            raise WireError("a question that was not expected")
        outcome = Outcome(ending=Ending.TIMEOUT, limit=self.limit)
        if self._spent < self.limit:
            reply = self._session.request(name, {**asked, "tensors": self.tensors})
            outcome = reply.outcome
            self._spent += outcome.seconds
            if outcome.ending is Ending.RETURNED and "value" in reply.value:
                return {"value": reply.value["value"]}
            if outcome.ending is Ending.RETURNED:
                outcome = self._session.distrust(reply, "no value").outcome
        self.outcomes.append(outcome)
        return {"error": _said(outcome), "number": len(self.outcomes) - 1}


def _said(outcome: Outcome) -> str:
    if outcome.ending is Ending.RAISED:
        return f"{outcome.said} ({outcome.where})"
    return f"the submission was ended: {outcome.ending}"
