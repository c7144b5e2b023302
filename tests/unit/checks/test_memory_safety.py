"""Memory safety: guard zones decide, what the record of accesses shows costs points, and what was not seen is open."""

import math
from typing import Any

import pytest

from grader.checks.memory_safety import MemorySafetyCheck
from grader.model.assignment import Case, Exercise, Launch
from grader.model.evidence import Ending, ExerciseEvidence, Outcome, Reference, Run
from grader.model.text import Text
from grader.model.values import Array, Value
from grader.model.verdict import Finding, Status
from grader.ports import Seen

TEXT = Text(bn="ক", en="a")
LAUNCH = Launch(threads=256, over="n")
LAUNCHES: Any = {"count": 1, "lost": 0, "each": []}
CLEAN: Any = {"findings": [], "launches": LAUNCHES}


def judge(
    guards: dict[str, tuple[int, int]], *, shape: tuple[int, ...] = (1000,), launch: Launch | None = LAUNCH,
    ending: Ending = Ending.RETURNED, n: int = 1000, role: str = "", roles: tuple[str, ...] = (),
    claims: Any = CLEAN, outputs: dict[str, Value] | None = None, language: str = "numba_cuda",
) -> list[Finding]:  # fmt: skip
    run = Run(
        case=Case(id=f"n={n}", params={"n": n}, role=role),
        seed=0,
        outcome=Outcome(ending=ending),
        inputs={"n": n, "c": Array(dtype="float32", shape=shape, data=bytes(4 * math.prod(shape)))},
        guards=guards,
        claims=claims,
        outputs=outputs or {},
    )
    seen = Seen(
        exercise=Exercise(id="e", title=TEXT, statement=TEXT, language=language, checks=(), launch=launch),
        evidence=ExerciseEvidence(exercise="e", load=Outcome(ending=Ending.RETURNED), runs=(run,)),
        reference=Reference(exercise="e", expected=({"c": 1},)),
        device="virtual",
        can_time=False,
    )
    return list(MemorySafetyCheck(roles=roles).judge(seen))


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


def side(line: int, verb: str = "read", *, block: int = 0, thread: int = 0, cell: int | None = None) -> Any:
    return {"at": ["k.py", line, cell], "verb": verb, "block": [block, 0, 0], "thread": [thread, 0, 0]}


def told(kind: str, *sides: Any, space: str = "global", name: str = "a", pattern: str = "", scope: str = "block",
         element: int = 5, length: int = 1000) -> Any:  # fmt: skip
    return {
        "kind": kind, "space": space, "name": name, "element": element, "length": length, "count": 3,
        "sides": list(sides), "scope": scope, "pattern": pattern,
    }  # fmt: skip


def shown(*findings: Any, **more: Any) -> Finding:
    (found,) = judge({}, claims={"findings": list(findings), "launches": LAUNCHES}, **more)
    return found


@pytest.mark.parametrize(
    ("pattern", "scope", "space", "code"),
    [
        ("order", "block", "shared", "cuda.race"),
        ("reuse", "block", "shared", "cuda.race-reuse"),
        ("order", "warp", "shared", "cuda.race-warp"),
        ("reuse", "warp", "shared", "cuda.race-warp"),
        ("order", "grid", "global", "cuda.race-global"),
        ("update", "grid", "global", "cuda.race-no-atomic"),
        ("update", "block", "shared", "cuda.race-no-atomic"),
    ],
)
def test_a_race_names_its_kind_and_both_lines(pattern: str, scope: str, space: str, code: str) -> None:
    found = shown(told("race", side(8, "write"), side(9), pattern=pattern, scope=scope, space=space))
    assert (found.status, found.code) == (Status.FAIL, code)
    assert found.params.get("write", found.params.get("where")) == "k.py:8"
    assert found.params.get("other", "k.py:9") == "k.py:9"
    assert found.params["what"] == ("shared memory" if space == "shared" else "a[5]")


def test_writes_of_values_that_nobody_knows_are_a_person_s_to_judge() -> None:
    found = shown(told("race", side(8, "write"), side(8, "write"), pattern="writes"))
    assert (found.status, found.code) == (Status.UNDECIDED, "cuda.race-writes")


@pytest.mark.parametrize(
    ("finding", "code", "params"),
    [
        (told("out_of_bounds", side(4, thread=58, block=3), element=1002), "cuda.read-out-of-bounds",
         {"name": "a", "length": 1000, "element": "index 1002", "where": "k.py:4",
          "who": "blockIdx = 3, threadIdx = 58"}),
        (told("out_of_bounds", side(4, "write"), name=""), "cuda.write-out-of-bounds", {"name": "array"}),
        (told("out_of_bounds", side(4), space="shared", length=32), "cuda.shared-out-of-bounds", {"length": 32}),
        (told("out_of_bounds", side(4), space="shared", length=0), "cuda.no-dynamic-shared", {"where": "k.py:4"}),
        (told("out_of_bounds", side(4), space="host"), "cuda.host-pointer", {"name": "a", "where": "k.py:4"}),
        (told("uninitialised", side(4), space="shared"), "cuda.uninitialised-shared", {"where": "k.py:4", "count": 3}),
        (told("uninitialised", side(4)), "cuda.uninitialised-global", {"what": "a[5]"}),
        (told("barrier", side(4, cell=2), side(6)), "cuda.barrier-divergent", {"places": ("cell 2, line 4", "k.py:6")}),
        (told("unfinished"), "cuda.not-awaited", {"count": 3}),
        (told("copy", pattern="reversed"), "cuda.copy-reversed", {"count": 3}),
        (told("copy", pattern="too_large"), "cuda.copy-too-large", {"count": 3}),
    ],
)  # fmt: skip
def test_a_finding_has_its_message(finding: Any, code: str, params: dict[str, Any]) -> None:
    found = shown(finding)
    assert (found.status, found.code) == (Status.FAIL, code)
    assert {name: found.params[name] for name in params} == params


def test_elements_in_place_of_bytes_explain_a_wrong_result_only() -> None:
    finding = told("copy", pattern="elements")
    assert shown(finding, outputs={"c": 2}).code == "cuda.copy-in-elements"
    assert shown(finding, outputs={"c": 1}).status is Status.PASS


def test_what_follows_from_something_else_comes_last() -> None:
    early, race = told("uninitialised", side(9)), told("race", side(8, "write"), side(9), pattern="order")
    assert shown(early, race).code == "cuda.race"


def test_a_finding_explains_what_ended_a_run() -> None:
    assert shown(told("barrier", side(4)), ending=Ending.RAISED).code == "cuda.barrier-divergent"


def test_programs_have_numbers_and_no_threads() -> None:
    found = shown(told("out_of_bounds", side(4, block=3)), language="triton")
    assert found.params["who"] == "program_id = 3"


@pytest.mark.parametrize(
    "claims",
    [
        {}, {"findings": []}, {"launches": LAUNCHES}, {"findings": "none", "launches": LAUNCHES},
        {"findings": [7], "launches": LAUNCHES}, {"findings": [{"kind": "race"}], "launches": LAUNCHES},
        {"findings": [], "launches": {"count": 1, "lost": -1, "each": []}}, {"findings": [], "launches": 7},
        {"findings": [], "launches": {"count": 1, "lost": True, "each": []}},
    ],
)  # fmt: skip
def test_without_a_record_that_makes_sense_the_points_stay_open(claims: Any) -> None:
    (finding,) = judge({}, claims=claims)
    assert (finding.status, finding.code) == (Status.DEFER, "device.not-traced")


def test_what_was_not_looked_at_may_hold_anything() -> None:
    (finding,) = judge({}, claims={**CLEAN, "launches": {**LAUNCHES, "lost": 9}})
    assert (finding.status, finding.code, finding.params) == (Status.DEFER, "device.traced-in-part", {"lost": 9})


def test_guard_zones_decide_without_any_record() -> None:
    (finding,) = judge({"c": (0, 24)}, claims={})
    assert (finding.status, finding.code) == (Status.FAIL, "cuda.bounds-guard")
