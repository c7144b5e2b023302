"""The bounds check: what was written outside of an array is counted, and the count tells of the guard."""

import math

import pytest

from grader.checks.bounds import BoundsCheck
from grader.model.assignment import Case, Exercise, Launch
from grader.model.evidence import Ending, ExerciseEvidence, Outcome, Reference, Run
from grader.model.text import Text
from grader.model.values import Array
from grader.model.verdict import Finding, Status
from grader.ports import Seen

TEXT = Text(bn="ক", en="a")
LAUNCH = Launch(threads=256, over="n")


def judge(
    guards: dict[str, tuple[int, int]], *, shape: tuple[int, ...] = (1000,), launch: Launch | None = LAUNCH,
    ending: Ending = Ending.RETURNED, n: int = 1000, role: str = "", roles: tuple[str, ...] = (),
) -> list[Finding]:  # fmt: skip
    run = Run(
        case=Case(id=f"n={n}", params={"n": n}, role=role),
        seed=0,
        outcome=Outcome(ending=ending),
        inputs={"n": n, "c": Array(dtype="float32", shape=shape, data=bytes(4 * math.prod(shape)))},
        guards=guards,
    )
    seen = Seen(
        exercise=Exercise(id="e", title=TEXT, statement=TEXT, language="numba_cuda", checks=(), launch=launch),
        evidence=ExerciseEvidence(exercise="e", load=Outcome(ending=Ending.RETURNED), runs=(run,)),
        reference=Reference(exercise="e", expected=({},)),
        device="virtual",
        can_time=False,
    )
    return list(BoundsCheck(roles=roles).judge(seen))


def test_untouched_guard_zones_pass() -> None:
    (finding,) = judge({})
    assert finding.status is Status.PASS


def test_as_many_places_as_extra_threads_are_a_missing_guard() -> None:
    (finding,) = judge({"c": (0, 24)})
    assert (finding.status, finding.code) == (Status.FAIL, "cuda.bounds-guard")
    assert finding.params == {
        "n": 1000, "extra": 24, "first": "index 1000", "blocks": 4, "threads": 256, "total": 1024, "try_n": "n = 1000",
    }  # fmt: skip


def test_a_single_place_of_many_extra_threads_is_no_missing_guard() -> None:
    (finding,) = judge({"c": (0, 1)})
    assert (finding.status, finding.code) == (Status.FAIL, "cuda.one-past-end")
    assert finding.params == {"n": 1000, "surplus": 24, "first": "index 1000"}


@pytest.mark.parametrize(
    ("n", "after"),
    [(1000, 5), (1000, 27), (1023, 1), (1024, 1), (1024, 3)],
    ids=["fewer", "more", "a single extra thread", "none", "none, and several places"],
)
def test_a_count_that_tells_nothing_of_the_guard_claims_nothing(n: int, after: int) -> None:
    (finding,) = judge({"c": (0, after)}, shape=(n,), n=n)
    assert (finding.status, finding.code) == (Status.FAIL, "cuda.bounds-after")
    assert finding.params == {"name": "c", "extra": after, "first": f"index {n}"}


def test_a_launch_of_the_student_s_own_claims_nothing_of_its_threads() -> None:
    (finding,) = judge({"c": (0, 24)}, launch=None)
    assert finding.code == "cuda.bounds-after"


def test_the_threads_are_those_that_the_launch_started_and_not_the_array_s_length() -> None:
    (finding,) = judge({"c": (0, 1024 - 900)}, shape=(30, 30))
    assert (finding.code, finding.params["n"], finding.params["blocks"]) == ("cuda.bounds-guard", 900, 4)


def test_what_was_written_before_an_array_is_named() -> None:
    (finding,) = judge({"c": (3, 0)})
    assert (finding.status, finding.code, finding.params) == (
        Status.FAIL,
        "cuda.bounds-before",
        {"name": "c", "extra": 3},
    )


def test_a_run_that_did_not_return_cannot_pass() -> None:
    (finding,) = judge({}, ending=Ending.DIED)
    assert (finding.status, finding.code) == (Status.FAIL, "run.died")


def test_only_the_cases_of_its_roles_are_looked_at() -> None:
    assert judge({"c": (0, 24)}, role="small") == []
    assert [finding.code for finding in judge({"c": (0, 24)}, role="small", roles=("small",))] == ["cuda.bounds-guard"]
