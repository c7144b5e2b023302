"""The cost check: each limit has its message, and what was not counted, or cannot be, leaves the points open."""

from typing import Any

import pytest

from grader.checks.cost import CostCheck
from grader.model.assignment import Case, Exercise
from grader.model.evidence import Ending, ExerciseEvidence, Outcome, Reference, Run
from grader.model.pictures import Count, Counts
from grader.model.text import Text
from grader.model.values import Array
from grader.model.verdict import Finding, Status
from grader.ports import Seen

TEXT = Text(bn="ক", en="a")
# 256 threads that read two elements of 4 bytes and write one, side by side.
COST: Any = {
    "sectors": 96, "ideal_sectors": 96, "passes": 0, "ideal_passes": 0, "lanes": 768, "idle": 0, "reads": 512,
    "atomics": 0, "work": 768, "most_work": 3, "threads": 256,
    "at": {name: ["k.py", line, None] for line, name in enumerate(("sectors", "passes", "idle", "reads", "work"), 3)},
}  # fmt: skip
LAUNCHES: Any = {"count": 1, "lost": 0, "compiled": 0, "copied": 0, "each": [{"grid": [8, 1, 1]}]}


def judge(check: CostCheck, *, turn: int = 0, launches: Any = None, claims: Any = None, **cost: Any) -> Finding:
    told = {"cost": COST | cost, "launches": LAUNCHES | (launches or {})} if claims is None else claims
    outcome = Outcome(ending=Ending.RETURNED)
    run = Run(case=Case(id="n=256", params={"n": 256}), seed=0, turn=turn, outcome=outcome, claims=told)
    right = Array(dtype="float32", shape=(256,), data=bytes(1024))
    seen = Seen(
        exercise=Exercise(id="e", title=TEXT, statement=TEXT, language="numba_cuda", checks=()),
        evidence=ExerciseEvidence(exercise="e", load=outcome, runs=(run,)),
        reference=Reference(exercise="e", expected=({"c": right},)),
        device="virtual",
        can_time=False,
    )
    (found,) = check.judge(seen)
    return found


ALL = CostCheck(
    sectors_at_most=1.5, bank_conflicts_at_most=1.2, divergence_at_most=0.3, global_reads_per_output_at_most=2,
    atomics_per_address_at_most=16, work_at_most=4, blocks_at_least=8, launches_at_most=2, compilations_at_most=0,
    host_copies_at_most=0,
)  # fmt: skip


def test_what_is_within_all_limits_passes() -> None:
    assert judge(ALL).status is Status.PASS


@pytest.mark.parametrize(
    ("cost", "code", "params"),
    [
        ({"sectors": 384}, "perf.uncoalesced", {"where": "k.py:3", "got": 4.0, "count": 384, "ideal": 96}),
        ({"passes": 64, "ideal_passes": 16}, "perf.bank-conflicts", {"where": "k.py:4", "got": 4.0}),
        ({"lanes": 1536, "idle": 768}, "perf.divergence", {"where": "k.py:5", "got": 0.5}),
        ({"reads": 640}, "perf.no-reuse", {"where": "k.py:6", "got": 2.5, "limit": 2}),
        ({"most_work": 600}, "perf.sequential", {"where": "k.py:7", "got": 200.0}),
        ({"atomics": 17}, "perf.atomic-contention", {"where": "?", "got": 17}),
    ],
)
def test_what_costs_too_much_is_named_with_its_place(cost: Any, code: str, params: dict[str, Any]) -> None:
    found = judge(ALL, **cost)
    assert (found.status, found.code) == (Status.FAIL, code)
    assert {name: found.params[name] for name in params} == params


@pytest.mark.parametrize(
    ("launches", "code", "params"),
    [
        ({"count": 3}, "perf.many-launches", {"count": 3, "limit": 2}),
        ({"copied": 2}, "perf.host-arrays", {"count": 2, "limit": 0}),
        ({"each": [{"grid": [8, 1, 1]}, {"grid": [2, 3, 1]}]}, "perf.small-grid", {"blocks": 6, "limit": 8}),
    ],
)
def test_launches_have_limits_of_their_own(launches: Any, code: str, params: dict[str, Any]) -> None:
    found = judge(ALL, launches=launches)
    assert (found.status, found.code, found.params) == (Status.FAIL, code, params)


def test_only_a_second_call_that_compiles_compiles_again() -> None:
    assert judge(ALL, launches={"compiled": 1}).status is Status.PASS
    assert judge(ALL, launches={"compiled": 1}, turn=1).code == "perf.recompiles"


def test_only_limits_that_are_given_are_looked_at() -> None:
    assert judge(CostCheck(launches_at_most=1), sectors=9600).status is Status.PASS


def test_a_part_of_the_accesses_shows_too_many_launches_and_nothing_else() -> None:
    lost = {"lost": 5}
    assert judge(ALL, launches={**lost, "count": 9}).code == "perf.many-launches"
    assert judge(ALL, launches=lost, sectors=384).code == "device.traced-in-part"


@pytest.mark.parametrize(
    "cost",
    [
        {"sectors": 31, "ideal_sectors": 31}, {"sectors": 90}, {"sectors": "96"}, {"sectors": True}, {"idle": 900},
        {"passes": -1}, {"ideal_passes": 9}, {"reads": 769}, {"work": 769}, {"work": 2}, {"sectors": 10**13},
    ],
)  # fmt: skip
def test_counts_that_cannot_be_leave_the_points_open(cost: Any) -> None:
    found = judge(ALL, **cost)
    assert (found.status, found.code) == (Status.DEFER, "device.not-counted")


@pytest.mark.parametrize("claims", [{}, {"cost": COST}, {"launches": LAUNCHES}, {"cost": 7, "launches": LAUNCHES}])
def test_without_counts_the_points_stay_open(claims: Any) -> None:
    found = judge(ALL, claims=claims)
    assert (found.status, found.code, found.params) == (Status.DEFER, "device.not-counted", {"device": "virtual"})


def test_a_call_that_launched_nothing_has_not_been_counted() -> None:
    assert judge(ALL, launches={"count": 0}).code == "device.not-counted"


def test_a_check_without_a_limit_is_refused() -> None:
    with pytest.raises(ValueError, match="expected at least one limit"):
        CostCheck()


def counts(found: Finding) -> dict[str, tuple[float, float | None, float | None]]:
    assert isinstance(found.picture, Counts)
    return {each.name: (each.counted, each.ideal, each.limit) for each in found.picture.items}


def test_all_that_is_limited_is_drawn_whether_it_is_too_much_or_not() -> None:
    launched = {"launches": (1, None, 2), "copies": (0, None, 0), "blocks": (8, None, 8)}
    accessed = {
        "work": (3, 3.0, 12.0), "reads": (512, None, 512), "sectors": (96, 96, 144.0), "atomics": (0, None, 16),
        "passes": (0, 0, 0.0), "idle": (0, None, pytest.approx(0.3 * 768)),
    }  # fmt: skip
    assert counts(judge(ALL)) == launched | accessed
    assert counts(judge(ALL, sectors=384)) == launched | accessed | {"sectors": (384, 96, 144.0)}
    assert counts(judge(ALL, turn=1))["compilations"] == (0, None, 0)


def test_what_was_seen_in_part_is_not_drawn_as_if_it_were_all() -> None:
    assert set(counts(judge(ALL, launches={"lost": 5, "count": 9}))) == {"launches", "copies", "blocks"}
    assert judge(ALL, launches={"lost": 5}).picture is None


def test_only_limits_that_are_given_are_drawn_and_a_lower_one_says_so() -> None:
    found = judge(CostCheck(blocks_at_least=9))
    assert found.picture == Counts(items=(Count(name="blocks", counted=8, limit=9, at_least=True),))
