"""What an author is told of an assignment, on evidence made by hand; the real checks judge the mutants."""

import math
import struct
from collections.abc import Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from grader import app
from grader.grading.pipeline import Graded, conclude
from grader.grading.validation import Desk, Plan, Trial, Tried, Validation, mutants, task
from grader.grading.validation.leaks import leaked
from grader.grading.validation.records import Row
from grader.grading.validation.subject import Subject
from grader.grading.validation.trials import rows, too_weak, trials
from grader.model.assignment import Assignment, Case, CheckSpec, Exercise, FunctionRef, Input, Launch, Mistake
from grader.model.evidence import Ending, Evidence, ExerciseEvidence, Outcome, Reference, Run
from grader.model.report import Report
from grader.model.submission import Submission
from grader.model.text import Text
from grader.model.values import Array, Value
from grader.model.verdict import Finding, Status, Verdict

TEXT = Text(bn="ক", en="a")
PUBLIC = Case(id="n=3", params={"n": 3})
HIDDEN = Case(id="hidden-1", params={"n": 777}, hidden=True)
CHECKS = (
    CheckSpec(id="right", kind="output", points=Decimal(6)),
    CheckSpec(id="fast", kind="speed", points=Decimal(2), options={"at_most": 1.5, "none_at": 4.0}),
)
EXERCISE = Exercise(
    id="e", title=TEXT, statement=TEXT, language="numba_cuda", checks=CHECKS, entry="f",
    inputs=(
        Input(name="a", kind="array", dtype="float32", shape=("n",), values="odd13"),
        Input(name="k", kind="scalar", dtype="float32"),
        Input(name="n", kind="scalar", dtype="int32"),
        Input(name="c", kind="array", dtype="float32", shape=("n",), output=True),
    ),
    launch=Launch(threads=4, over="n"), cases=(PUBLIC, HIDDEN), oracle=FunctionRef(file=Path("/o.py"), name="f"),
    mistakes=(Mistake(file=Path("/a/wrong.py"), says="output.zeros"),), honest=(Path("/a/other.py"),),
)  # fmt: skip
ASSIGNMENT = Assignment(
    id="x", title=TEXT, statement=TEXT, folder=Path("/a"), submit=("a.py",), starter=Path("/a/start.py"),
    reference=Path("/r/solution.py"), exercises=(EXERCISE,),
)  # fmt: skip
SUBMISSION = Submission(student="author", assignment="x", file="a.py", format="py", digest="", cells=())


def floats(*numbers: float) -> Array:
    return Array(dtype="float32", shape=(len(numbers),), data=struct.pack(f"<{len(numbers)}f", *numbers))


RIGHT = floats(4.0, 5.0, 6.0)


def run(got: Value = RIGHT, case: Case = PUBLIC) -> Run:
    inputs: dict[str, Value] = {"a": floats(1.0, 2.0, 3.0), "k": 2.0, "n": 3, "c": floats(9e6, 8e6, 7e6)}
    return Run(case=case, seed=1, outcome=Outcome(ending=Ending.RETURNED), inputs=inputs, outputs={"c": got})


def graded(*runs: Run, verdicts: Sequence[Verdict] | None = None) -> Graded:
    seen = ExerciseEvidence(exercise="e", load=Outcome(ending=Ending.RETURNED), runs=runs)
    evidence = Evidence(
        student="author", assignment="x", assignment_digest="", submission_digest="", graded_at="", seconds=1.0,
        device="virtual", can_time=False, sandbox="local", isolation="E", machine={}, exercises=(seen,),
    )  # fmt: skip
    references = (Reference(exercise="e", expected=tuple({"c": RIGHT} for _ in runs)),)
    report = conclude(SUBMISSION, ASSIGNMENT, evidence, references, app.check)
    if verdicts is not None:
        report = replace(report, verdicts=tuple(verdicts))
    return Graded(report=report, evidence=evidence, references=references)


def verdict(status: Status, code: str = "", check: str = "right", **params: Any) -> Verdict:
    kind = next(spec.kind for spec in CHECKS if spec.id == check)
    finding = Finding(status=status, code=code, params=params, case="hidden-1")
    return Verdict(exercise="e", check=check, kind=kind, points=Decimal(6), awarded=Decimal(0), finding=finding)


def of(kind: str, *times: Sequence[Verdict], says: str = "") -> Row:
    trial = Trial(kind=kind, file=Path("/a/p.py"), times=len(times), says=says)
    tried = [Tried(trial=trial, submission=SUBMISSION, graded=graded(run(), verdicts=each)) for each in times]
    [row] = rows(trial, tried, [EXERCISE])
    return row


def labels(row: Row) -> list[str]:
    return [complaint.label.removeprefix("cli.validate.") for complaint in row.complaints]


PASS, FAIL, DEFER = verdict(Status.PASS), verdict(Status.FAIL, "output.zeros"), verdict(Status.DEFER, "device.counted")


@pytest.mark.parametrize(
    ("kind", "verdicts", "problems"),
    [
        ("reference", [PASS, DEFER], []),
        ("reference", [PASS, verdict(Status.ERROR)], ["reference"]),
        ("starter", [FAIL], []),
        ("starter", [PASS], ["starter"]),
        ("honest", [PASS], []),
        ("honest", [FAIL], ["honest"]),
        ("mistake", [FAIL], []),
        ("mistake", [PASS], ["mistake"]),
        ("mistake", [verdict(Status.FAIL, "output.constant")], ["mistake"]),
    ],
)
def test_what_is_expected_of_each_kind_of_program(kind: str, verdicts: list[Verdict], problems: list[str]) -> None:
    assert labels(of(kind, verdicts, says="output.zeros" if kind == "mistake" else "")) == problems


def test_a_check_that_changes_its_mind_is_told_once() -> None:
    row = of("honest", [PASS, DEFER], [PASS, DEFER], [FAIL, DEFER])
    assert labels(row) == ["honest", "flaky"]
    assert row.complaints[1].params == {"check": "right", "got": ("pass", "fail output.zeros")}


@pytest.mark.parametrize(
    ("measured", "near"),
    [
        ({"ratio": 1.0}, False), ({"ratio": 1.31}, True), ({"ratio": 1.5}, True), ({"ratio": 1.72}, True),
        ({"ratio": 1.73}, False), ({"ratio": 3.9}, True), ({"share": 0.5}, False), ({}, False),
    ],
)  # fmt: skip
def test_a_program_has_to_be_away_from_every_threshold(measured: Mapping[str, Any], near: bool) -> None:
    row = of("honest", [PASS, verdict(Status.PASS, check="fast", **measured)])
    assert labels(row) == (["near"] if near else [])


@pytest.mark.parametrize(
    ("status", "code", "told"),
    [(Status.DEFER, "device.counted", []), (Status.PASS, "", ["mistake"]), (Status.FAIL, "perf.too-slow", [])],
)
def test_a_slow_program_is_only_asked_for_where_time_is_taken(status: Status, code: str, told: list[str]) -> None:
    row = of("mistake", [PASS, verdict(status, code, check="fast")], says="perf.too-slow")
    assert labels(row) == told


@pytest.mark.parametrize(("kind", "told"), [("reference", ["undecided"]), ("honest", ["undecided"]), ("mistake", [])])
def test_a_right_program_s_time_has_to_decide_something(kind: str, told: list[str]) -> None:
    right = FAIL if kind == "mistake" else PASS
    row = of(kind, [right, verdict(Status.UNDECIDED, "perf.too-fast", check="fast")], says="output.zeros")
    assert labels(row) == told


@pytest.mark.parametrize(
    ("seen", "weak"),
    [([Status.PASS, Status.PASS], True), ([Status.PASS, Status.FAIL], False), ([Status.DEFER, Status.DEFER], False)],
)
def test_a_check_of_speed_that_was_timed_has_to_refuse_some_program(seen: Sequence[Status], weak: bool) -> None:
    verdicts = [verdict(status, check="fast") for status in seen] + [PASS]
    assert [each.label for each in too_weak(EXERCISE, verdicts)] == ["cli.validate.never-slow"] * weak


def test_only_the_reference_is_graded_more_than_once_unless_asked() -> None:
    assert [(each.kind, each.times) for each in trials(ASSIGNMENT, Plan(seeds=3))] == [
        ("reference", 3), ("starter", 1), ("mistake", 1), ("honest", 1),
    ]  # fmt: skip
    assert {each.times for each in trials(ASSIGNMENT, Plan(seeds=5, thorough=True))} == {5}


def telling(report: Report) -> str:
    return "\n".join(f"{each.check} {each.finding.params}" for each in report.verdicts) + " took 12.345 s"


@pytest.mark.parametrize(
    ("params", "found"),
    [
        ({"n": 777}, ("777",)),
        ({"n": "৭৭৭"}, ("777",)),
        ({"got": 31234.5}, ("31234.5",)),
        ({"n": 3, "total": 1024}, ()),  # neither is a hidden case's own
        ({"time": 12.345}, ()),  # stands in every report
    ],
)
def test_a_value_of_a_hidden_case_in_a_report_is_found(params: Mapping[str, Any], found: tuple[str, ...]) -> None:
    seen = graded(
        run(), run(floats(31234.5, 12.345, 0.0), HIDDEN), verdicts=[verdict(Status.FAIL, "output.x", **params)]
    )
    assert leaked(seen, ASSIGNMENT, telling) == found


def test_what_is_said_of_a_public_case_is_no_leak() -> None:
    shown = verdict(Status.FAIL, "output.x", threads=777)
    shown = replace(shown, finding=replace(shown.finding, case=PUBLIC.id))
    assert leaked(graded(run(), run(case=HIDDEN), verdicts=[shown]), ASSIGNMENT, telling) == ()


class Workshop:
    """Answers as the oracle's box would."""

    def __init__(self, made: Mapping[str, Value], noise: float = 0.0) -> None:
        self.made, self.noise = made, noise

    def inputs(self, case: Case, seed: int) -> Mapping[str, Value]:
        raise NotImplementedError

    def expected(self, case: Case, inputs: Mapping[str, Value]) -> Mapping[str, Value]:
        raise NotImplementedError

    def mutants(self, *_args: Any, **_rest: Any) -> Mapping[str, Value]:
        return self.made

    def traits(self, *_args: Any, **_rest: Any) -> Mapping[str, Value]:
        return self.made

    def distances(self, pairs: Sequence[tuple[Run, Mapping[str, Value]]]) -> Sequence[float]:
        return [self.noise if run.outcome.ending is Ending.RETURNED else math.inf for run, _ in pairs]


def subject(exercise: Exercise = EXERCISE) -> Subject:
    seen = graded(run(), run(case=replace(PUBLIC, id="n=4", params={"n": 4})))
    trial = Trial(kind="reference", file=Path("/r/solution.py"), times=1)
    return Subject(
        assignment=ASSIGNMENT, exercise=exercise, tried=Tried(trial=trial, submission=SUBMISSION, graded=seen),
        evidence=seen.evidence.exercises[0], reference=seen.references[0],
        others={"n=3": {"c": floats(7.0, 8.0, 9.0)}, "n=4": {"c": floats(7.0, 8.0, 9.0)}},
    )  # fmt: skip


def judged(
    name: str,
    got: Value,
    off: float,
    *,
    noise: float = 0.0,
    blocks: bool = True,
    launch: Launch | None = None,
    checks: tuple[CheckSpec, ...] = CHECKS,
) -> Mapping[str, list[str]]:
    """Return the problems of each mutant; without a launch there are none of guards."""
    about = subject(replace(EXERCISE, launch=launch, checks=checks))
    workshop = Workshop({name: {"outputs": {"c": got}, "off": off}}, noise)
    found = mutants.rows(about, [about.tried], workshop, app.check, blocks=blocks)
    return {row.program: labels(row) for row in found}


def test_a_mutant_that_loses_points_under_its_own_name_is_sound() -> None:
    assert judged("zeros", floats(0.0, 0.0, 0.0), 1.0) == {"zeros": []}


def test_a_mutant_that_gets_full_points_is_complained_about() -> None:
    loose = (replace(CHECKS[0], options={"absolute": 100.0}),)
    assert judged("zeros", floats(0.0, 0.0, 0.0), 1.0, checks=loose) == {"zeros": ["unseen"]}


def test_a_mutant_that_is_taken_for_another_is_complained_about() -> None:
    assert judged("nothing", floats(0.0, 0.0, 0.0), 1.0) == {"nothing": ["misnamed"]}


def test_where_the_reference_was_timed_a_mutant_changes_nothing() -> None:
    timed = replace(PUBLIC, id="large", role="speed")
    about = subject(replace(EXERCISE, launch=None, checks=(replace(CHECKS[0], options={"roles": ("speed",)}),)))
    about = replace(about, tried=replace(about.tried, graded=graded(run(), run(case=timed))))
    workshop = Workshop({"zeros": {"outputs": {"c": floats(0.0, 0.0, 0.0)}, "off": 1.0}})
    [row] = mutants.rows(about, [about.tried], workshop, app.check, blocks=True)
    assert [each.status for each in row.verdicts] == [Status.PASS]


def test_a_code_that_the_rubric_says_instead_fits_as_well() -> None:
    other = (replace(CHECKS[0], options={"instead": {"output.wrong-values": "cuda.not-copied-back"}}),)
    assert judged("zeros", floats(0.0, 0.0, 0.0), 1.0, checks=other) == {"zeros": []}
    assert judged("nothing", floats(0.0, 0.0, 0.0), 1.0, checks=other) == {"nothing": ["misnamed"]}


def test_a_mutant_that_no_case_shows_is_complained_about_where_the_author_can_help_it() -> None:
    assert judged("dropped", RIGHT, 0.0) == {"dropped": ["unshown"]}
    assert judged("transposed", RIGHT, 0.0) == {}


def test_a_mutant_that_is_as_near_as_honest_programs_is_none() -> None:
    assert judged("float16", floats(4.0, 5.0, 6.1), 0.01, noise=0.002) == {}
    assert judged("zeros", floats(0.0, 0.0, 0.0), 0.01, noise=0.0005) == {"zeros": []}


def test_an_honest_program_that_could_not_be_run_is_no_measure() -> None:
    about = subject(replace(EXERCISE, launch=None))
    deferred = replace(run(), outcome=Outcome(ending=Ending.RAISED, error="NotEmulated"), outputs={})
    honest = [about.tried, replace(about.tried, graded=graded(deferred))]
    workshop = Workshop({"zeros": {"outputs": {"c": floats(0.0, 0.0, 0.0)}, "off": 1.0}})
    assert [row.program for row in mutants.rows(about, honest, workshop, app.check, blocks=True)] == ["zeros"]


def test_only_programs_made_of_blocks_have_mutants_of_blocks() -> None:
    assert judged("last-block", RIGHT, 0.0, blocks=False) == {}
    assert judged("last-block", RIGHT, 0.0, blocks=True) == {"last-block": ["unshown"]}


def test_surplus_threads_write_behind_the_results_and_a_rubric_has_to_look_there() -> None:
    [(name, unseen), (other, _)] = judged("copied", RIGHT, 0.0, launch=EXERCISE.launch).items()
    assert (name, unseen, other) == ("no-guard", ["unseen"], "wide-guard")
    looking = (*CHECKS, CheckSpec(id="safe", kind="memory_safety", points=Decimal(2)))
    assert judged("copied", RIGHT, 0.0, checks=looking, launch=EXERCISE.launch) == {"no-guard": [], "wide-guard": []}


def test_without_surplus_threads_no_case_shows_a_missing_guard() -> None:
    full = judged("copied", RIGHT, 0.0, launch=Launch(threads=1, over="n"))
    assert full == {"no-guard": ["unshown"], "wide-guard": ["unshown"]}


def told(exercise: Exercise = EXERCISE, **traits: Value) -> list[tuple[str, Mapping[str, object]]]:
    axes: Value = {"c": {"long": [0], "varied": [0]}}
    found = task.results(subject(exercise), Workshop({"idle": [], "axes": axes, "same": [], "legal": [], **traits}))
    return [(each.label.removeprefix("cli.validate."), each.params) for each in found]


def test_what_the_results_tell_of_a_task() -> None:
    assert told() == []
    assert told(idle=["k"]) == [("idle", {"name": "k"})]
    assert told(axes={"c": {"long": [0, 1], "varied": [1]}}) == [("flat", {"name": "c", "axis": 0})]
    assert told(same=["c"]) == [("same", {"name": "c"})]
    assert told(legal=["c"]) == [("legal", {"name": "c"})]


def test_a_length_need_not_show_in_the_results() -> None:
    assert told(idle=["n"]) == []


def test_a_code_without_a_message_is_complained_about() -> None:
    def grade(_trial: Trial, _assignment: Assignment) -> tuple[Submission, Graded]:
        return SUBMISSION, graded(run(), verdicts=[FAIL])

    def none(_exercise: Exercise) -> Any:
        raise NotImplementedError

    desk = Desk(
        grade=grade, workshop=none, blocks=none, shown=telling, messages={"output.constant"}, judges=app.check, each=map
    )
    steps = list(Validation(assignment=ASSIGNMENT, plan=Plan(seeds=1, programs_only=True), tools=desk))
    assert [labels(row) for step in steps for row in step] == [
        ["reference", "no-message"], ["no-message"], ["no-message"], ["honest", "no-message"],
    ]  # fmt: skip


def test_the_results_of_numbers_alone_may_be_the_same_each_time() -> None:
    assert isinstance(EXERCISE.inputs, tuple)
    assert told(replace(EXERCISE, inputs=EXERCISE.inputs[1:]), same=["c"]) == []


def test_cases_that_are_all_public_are_complained_about() -> None:
    assert [each.label for each in task.cases(replace(EXERCISE, cases=(PUBLIC,)))] == ["cli.validate.nothing-hidden"]
    assert list(task.cases(EXERCISE)) == []
