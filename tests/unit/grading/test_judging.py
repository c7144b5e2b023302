"""Judging, with the real checks on evidence made by hand."""

import struct
from collections.abc import Mapping
from dataclasses import replace
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from grader import app
from grader.grading.judging import judge
from grader.grading.pipeline import conclude
from grader.grading.scoring import score
from grader.model.assignment import Assignment, Case, CheckSpec, Exercise
from grader.model.evidence import Ending, Evidence, ExerciseEvidence, Measurement, Outcome, Place, Reference, Run
from grader.model.submission import Cell, Submission
from grader.model.text import Text
from grader.model.values import Array, Value
from grader.model.verdict import Finding, Status, Verdict

TEXT = Text(bn="ক", en="a")
RETURNED = Outcome(ending=Ending.RETURNED)
RIGHT = CheckSpec(id="right", kind="output", points=Decimal(6))
SAFE = CheckSpec(id="safe", kind="memory_safety", points=Decimal(2), needs=("right",))
FAST = CheckSpec(id="fast", kind="speed", points=Decimal(2), needs=("right",), options={"at_most": 1.5})
LAST = CheckSpec(id="last", kind="memory_safety", points=Decimal(1), needs=("fast",))
NOTEBOOK = Submission(
    student="s001", assignment="small", file="a.ipynb", format="ipynb", digest="ab",
    cells=tuple(Cell(source="x", number=number) for number in (1, 2, 3)),
)  # fmt: skip


def floats(*numbers: float) -> Array:
    return Array(dtype="float32", shape=(len(numbers),), data=struct.pack(f"<{len(numbers)}f", *numbers))


def run(got: Value, *, hidden: bool = False, outcome: Outcome = RETURNED, **rest: Any) -> Run:
    case = Case(id="hidden-1" if hidden else "n=4", params={"n": 4}, hidden=hidden)
    inputs = {"c": floats(9.0, 9.0, 9.0, 9.0)}
    rest.setdefault("claims", {"findings": [], "launches": {"count": 1, "lost": 0, "each": []}})
    return Run(case=case, seed=1, outcome=outcome, inputs=inputs, outputs={"c": got} if got else {}, **rest)


def verdicts(
    *runs: Run,
    checks: tuple[CheckSpec, ...] = (RIGHT, SAFE, FAST),
    load: Outcome = RETURNED,
    names: tuple[str, ...] = (),
    expected: Value = None,
) -> Mapping[str, Verdict]:
    assignment, evidence, references = scene(*runs, checks=checks, load=load, names=names, expected=expected)
    found = judge(NOTEBOOK, assignment, evidence, references, app.check)
    return {verdict.check: verdict for verdict in found}


def scene(
    *runs: Run,
    checks: tuple[CheckSpec, ...] = (RIGHT,),
    load: Outcome = RETURNED,
    names: tuple[str, ...] = (),
    expected: Value = None,
) -> tuple[Assignment, Evidence, tuple[Reference, ...]]:
    exercise = Exercise(id="kernel", title=TEXT, statement=TEXT, language="numba_cuda", checks=checks, entry="vec_add")
    assignment = Assignment(
        id="small", title=TEXT, statement=TEXT, folder=Path("/a"), submit=("a.py",), starter=Path("/a/s.py"),
        reference=Path("/r/s.py"), exercises=(exercise,),
    )  # fmt: skip
    seen = ExerciseEvidence(exercise="kernel", load=load, names=names, runs=runs)
    evidence = Evidence(
        student="s001", assignment="small", assignment_digest="", submission_digest="ab", graded_at="", seconds=0.5,
        device="virtual", can_time=False, sandbox="local", isolation="none", machine={}, exercises=(seen,),
    )  # fmt: skip
    right = expected or floats(1.0, 2.0, 3.0, 4.0)
    return assignment, evidence, (Reference(exercise="kernel", expected=tuple({"c": right} for _ in runs)),)


GOOD = floats(1.0, 2.0, 3.0, 4.0)
BAD = floats(1.0, 7.0, 3.5, 4.0)


def test_right_results_get_the_points_and_speed_stays_open() -> None:
    found = verdicts(run(GOOD), run(GOOD, hidden=True))
    assert [verdict.status for verdict in found.values()] == [Status.PASS, Status.PASS, Status.DEFER]
    assert found["fast"].finding.code == "device.cannot-time"
    total = score(tuple(found.values()))
    assert (total.awarded, total.open, total.possible) == (Decimal(8), Decimal(2), Decimal(10))
    assert not total.final


def test_a_submission_that_needs_what_the_virtual_gpu_has_not_to_be_loaded_stays_open() -> None:
    text = "cuLinkAddData is not emulated on the virtual GPU"
    load = Outcome(ending=Ending.RAISED, error="NotImplementedError", text=text, place=Place(file="a.py", line=3))
    found = verdicts(load=load)
    assert {(verdict.status, verdict.finding.code) for verdict in found.values()} == {
        (Status.DEFER, "device.not-emulated")
    }
    assert score(tuple(found.values())).open == 10


def test_a_line_that_needs_a_failed_one_is_skipped_and_its_points_are_lost() -> None:
    found = verdicts(run(BAD))
    assert [verdict.status for verdict in found.values()] == [Status.FAIL, Status.SKIP, Status.SKIP]
    assert found["safe"].finding.params == {"needs": ("right",)}
    assert score(tuple(found.values())).open == 0


def test_a_line_that_needs_an_open_one_stays_open() -> None:
    found = verdicts(run(GOOD), checks=(LAST, FAST, RIGHT))
    assert [found[name].status for name in ("right", "fast", "last")] == [Status.PASS, Status.DEFER, Status.DEFER]
    assert list(found) == ["last", "fast", "right"], "verdicts keep the order of the rubric"


def test_a_check_that_breaks_is_our_fault_and_never_a_zero() -> None:
    found = verdicts(run(GOOD), expected=floats(1.0, float("nan"), 3.0, 4.0))
    assert (found["right"].status, found["right"].finding.code) == (Status.ERROR, "grader.fault")
    assert found["safe"].status is Status.ERROR
    assert score(tuple(found.values())).open == 10


def test_a_public_failure_is_shown_before_a_hidden_one() -> None:
    found = verdicts(run(BAD, hidden=True), run(BAD), checks=(RIGHT,))
    assert (found["right"].finding.case, found["right"].finding.hidden) == ("n=4", False)


def test_nothing_of_a_hidden_case_reaches_the_report() -> None:
    found = verdicts(run(GOOD), run(BAD, hidden=True), checks=(RIGHT,))["right"]
    assert found.status is Status.FAIL
    assert (found.finding.code, found.finding.hidden) == ("output.wrong-values", True)
    assert (found.finding.params, found.finding.case) == ({}, "")


COUNTED = {
    "sectors": 777, "ideal_sectors": 111, "passes": 0, "ideal_passes": 0, "lanes": 64, "idle": 0, "reads": 8,
    "atomics": 0, "work": 12, "most_work": 3, "threads": 4,
}  # fmt: skip
LAUNCHED = {"count": 1, "lost": 0, "each": [{"grid": [1, 1, 1], "block": [4, 1, 1]}]}
TIMED = Measurement(student_s=(0.07,) * 12, reference_s=(0.01,) * 12, null_s=(0.0,) * 12)


@pytest.mark.parametrize(
    ("check", "rest"),
    [
        (RIGHT, {}),
        (
            CheckSpec(id="right", kind="cost", points=Decimal(1), options={"sectors_at_most": 2.0}),
            {"claims": {"cost": COUNTED, "launches": LAUNCHED}},
        ),
        (
            CheckSpec(id="right", kind="speed", points=Decimal(1), options={"at_most": 2.0, "roles": ("",)}),
            {"measurement": TIMED},
        ),
    ],
    ids=["output", "cost", "speed"],
)
def test_nothing_of_a_hidden_case_is_drawn(check: CheckSpec, rest: Any) -> None:
    def found(*, hidden: bool) -> Finding:
        case = run(floats(1.0, 7.0, 3.5, 4.0), hidden=hidden, **rest)
        assignment, evidence, references = scene(case, checks=(check,))
        report = conclude(NOTEBOOK, assignment, replace(evidence, can_time=True), references, app.check)
        (verdict,) = report.verdicts  # all that is ever rendered
        return verdict.finding

    shown, kept = found(hidden=False), found(hidden=True)
    assert shown.status is Status.FAIL
    assert shown.picture, "else nothing could leak"
    assert kept == Finding(status=Status.FAIL, code=shown.code, hidden=True)


def test_one_failure_outweighs_what_is_still_open() -> None:
    stopped = run(None, outcome=Outcome(ending=Ending.TIMEOUT, limit=2.0), hidden=True)
    assert verdicts(run(GOOD), stopped, checks=(RIGHT,))["right"].finding.code == "run.timeout"


def raised(error: str, text: str = "", cell: int | None = None) -> Outcome:
    return Outcome(ending=Ending.RAISED, error=error, text=text, place=Place(file="a.py", line=3, cell=cell))


@pytest.mark.parametrize(
    ("load", "code", "params"),
    [
        (raised("SyntaxError", "oh"), "py.syntax-error", {"file": "a.py", "line": 3, "error": "SyntaxError: oh"}),
        (raised("TabError", "oh", 2), "nb.syntax-error", {"cell": 2, "line": 3, "error": "TabError: oh"}),
        (raised("NameError", "x"), "py.load-error", {"error": "NameError: x", "where": "a.py:3"}),
        (raised("NameError", "x", 2), "nb.cell-error", {"cell": 2, "error": "NameError: x", "left": 1}),
        (raised("EOFError", "EOF"), "py.needs-input", {"error": "EOFError: EOF", "where": "a.py:3"}),
        (
            raised("FileNotFoundError", "x", 2),
            "py.no-such-file",
            {"error": "FileNotFoundError: x", "where": "cell 2, line 3"},
        ),
        (Outcome(ending=Ending.TIMEOUT, limit=20.0), "run.load-timeout", {"limit": 20.0, "where": "?"}),
        (Outcome(ending=Ending.MEMORY, limit=2e9), "run.memory", {"limit": 2.0, "where": "?"}),
        (Outcome(ending=Ending.DIED, signal=11), "run.died", {"signal": "11"}),
        (Outcome(ending=Ending.BAD_REPLY), "run.bad-reply", {}),
    ],
)
def test_a_submission_that_cannot_be_loaded_fails_every_line_with_the_reason(
    load: Outcome, code: str, params: Mapping[str, object]
) -> None:
    found = verdicts(load=load)
    assert {verdict.status for verdict in found.values()} == {Status.FAIL}
    assert {verdict.finding.code for verdict in found.values()} == {code}
    assert found["safe"].finding.params == params


@pytest.mark.parametrize(("names", "code"), [((), "py.missing-function"), (("main", "vecadd"), "py.misspelt-function")])
def test_a_missing_entry_is_told_from_a_misspelt_one(names: tuple[str, ...], code: str) -> None:
    found = verdicts(load=raised("MissingEntry", "vec_add"), names=names)["right"].finding
    assert found.code == code
    assert found.params["found"] == names
    assert found.params.get("near") == ("vecadd" if names else None)


def test_a_notebook_whose_later_cell_failed_is_judged_with_a_note() -> None:
    assignment, evidence, references = scene(run(GOOD), load=raised("NameError", "plt", 2))
    report = conclude(NOTEBOOK, assignment, evidence, references, app.check)
    assert [verdict.status for verdict in report.verdicts] == [Status.PASS]
    (note,) = report.notes
    assert (note.code, note.params["cell"]) == ("nb.cell-error", 2)
