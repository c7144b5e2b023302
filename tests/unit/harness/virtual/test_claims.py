"""What a box tells of its launches: findings and how they look, index formulas, costs, and what was lost."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from grader.harness.virtual.analysis.affine import formulas
from grader.harness.virtual.analysis.claims import MOST_LAUNCHES, claims
from grader.harness.virtual.analysis.findings import Wild, barrier, copying, findings, places, unfinished, wild
from grader.harness.virtual.trace import ATOMIC, READ, ROW, SHARED, WRITE, Launch, Range, Site, Trace

Shape = tuple[int, int, int]
BASE = 1 << 30
C = Range(address=BASE, size=4000, name="c")
PLACE = places({"k.py": ("k.py", None), "nb.ipynb[3]": ("nb.ipynb", 3)})


def launch(
    rows: Sequence[tuple[int, ...]], *, grid: Shape = (2, 1, 1), block: Shape = (64, 1, 1),
    ranges: Sequence[Range] = (C,), shared: int = 1024, lost: int = 0, file: str = "k.py",
) -> Launch:  # fmt: skip
    """Rows are (line, kind, block, thread, address, epoch)."""
    made = np.zeros(len(rows), ROW)
    for at, (line, kind, number, thread, address, epoch) in enumerate(rows):
        made[at] = (address, number, epoch, thread, 0, line, 4, kind)
    sites = [Site(file=file, line=line, function="k") for line in range(40)]
    threads = block[0] * block[1] * block[2]
    trace = Trace(rows=made, sites=sites, ranges=ranges, shared=shared, threads=threads, lost=lost)
    return Launch(kernel="k", grid=grid, block=block, trace=trace)


def every(function: Any, *, blocks: int = 2, threads: int = 64) -> list[Any]:
    return [row for b in range(blocks) for t in range(threads) for row in function(b, t)]


def race(rows: Sequence[tuple[int, ...]], **more: Any) -> Any:
    (found,) = [each for each in findings([launch(rows, **more)], PLACE) if each["kind"] == "race"]
    return found


def test_a_read_before_all_have_written_is_a_matter_of_order() -> None:
    rows = every(lambda b, t: [(5, WRITE | SHARED, b, t, 4 * t, 0)]) + every(
        lambda b, t: [(6, READ | SHARED, b, t, 4 * (63 - t), 0)]
    )
    found = race(rows)
    assert (found["pattern"], found["scope"], found["space"]) == ("order", "block", "shared")
    assert [(side["at"], side["verb"]) for side in found["sides"]] == [
        (["k.py", 5, None], "write"),
        (["k.py", 6, None], "read"),
    ]
    assert found["length"] == 256


def test_memory_that_is_filled_anew_before_others_have_read_it_is_reused() -> None:
    def round_of(number: int) -> list[Any]:
        return every(lambda b, t: [(5, WRITE | SHARED, b, t, 4 * t, number)]) + every(
            lambda b, t: [(6, READ | SHARED, b, t, 4 * (63 - t), number + 1)]
        )

    assert race(round_of(0) + round_of(1))["pattern"] == "reuse"


def test_a_counter_without_an_atomic_operation_is_an_update() -> None:
    rows = every(lambda b, t: [(7, READ, b, t, BASE, 0), (7, WRITE, b, t, BASE, 0)])
    found = race(rows)
    assert (found["pattern"], found["scope"], found["name"], found["element"]) == ("update", "grid", "c", 0)


def test_a_sum_over_neighbours_on_one_line_is_no_update() -> None:
    rows = every(
        lambda b, t: [
            (7, READ | SHARED, b, t, 4 * t, 0), (7, READ | SHARED, b, t, 4 * (t + 1), 0),
            (7, WRITE | SHARED, b, t, 4 * t, 0),
        ]
    )  # fmt: skip
    assert race(rows)["pattern"] == "order"


def test_two_that_write_and_do_not_read_are_writes() -> None:
    rows = every(lambda b, t: [(7, WRITE, b, t, BASE + 4 * t, 0)])
    assert race(rows)["pattern"] == "writes"


@pytest.mark.parametrize(("threads", "scope"), [(64, "warp"), (32, "block")])
def test_a_race_within_a_warp_is_one_of_the_block_where_there_is_no_other_warp(threads: int, scope: str) -> None:
    rows = [(5, WRITE | SHARED, 0, 0, 0, 0), (6, READ | SHARED, 0, 1, 0, 0)]
    assert race(rows, block=(threads, 1, 1))["scope"] == scope


def test_places_are_the_student_s_own_and_indices_have_three_parts() -> None:
    rows = [(5, READ, 3, 9, BASE + 4000, 0)]
    (found,) = findings([launch(rows, file="nb.ipynb[3]", grid=(2, 2, 1), block=(8, 8, 1))], PLACE)
    assert found == {
        "kind": "out_of_bounds", "space": "global", "name": "c", "element": 1000, "length": 1000, "count": 1,
        "sides": [{"at": ["nb.ipynb", 5, 3], "verb": "read", "block": [1, 1, 0], "thread": [1, 1, 0]}],
    }  # fmt: skip


def test_the_same_place_in_many_launches_is_one_finding() -> None:
    rows = [(5, READ, 0, 0, BASE + 4000, 0)]
    assert len(findings([launch(rows)] * 3, PLACE)) == 1


def test_views_of_one_array_that_overlap_are_all_inside() -> None:
    views = [C, Range(address=BASE + 40, size=40, name="part")]
    assert findings([launch([(5, READ, 0, 0, BASE + 400, 0)], ranges=views)], PLACE) == []


def test_findings_without_a_record() -> None:
    site = Site(file="k.py", line=4, function="k")
    assert [side["at"] for side in barrier((site, None), (1, 0, 0), PLACE)["sides"]] == [["k.py", 4, None]]
    assert (unfinished(2)["kind"], unfinished(2)["count"]) == ("unfinished", 2)
    assert copying("reversed", 1)["pattern"] == "reversed"
    touched = Wild(site=site, kind=READ, block=(0, 0, 0), thread=(1, 0, 0), address=5000, size=4)
    host = Range(address=4000, size=2000, name="x")
    assert [wild(touched, [C], PLACE, hosts)["space"] for hosts in ((), (host,))] == ["global", "host"]


def formula(index: Any, **shape: Any) -> Any:
    rows = every(lambda b, t: [(6, WRITE, b, t, BASE + 4 * index(b, t), 0)])
    found = formulas([launch(rows, **shape)], PLACE)
    return [found[0]["block"], found[0]["thread"], found[0]["offset"]] if found else None


@pytest.mark.parametrize(
    ("index", "factors"),
    [
        (lambda b, t: 64 * b + t, ([64, None, None], [1, None, None], 0)),
        (lambda b, t: 2 * b + t + 5, ([2, None, None], [1, None, None], 5)),
        (lambda b, t: 500 - 64 * b - t, ([-64, None, None], [-1, None, None], 500)),
    ],
)
def test_an_affine_index_is_found_exactly(index: Any, factors: Any) -> None:
    assert formula(index) == list(factors)


def test_an_index_of_rows_and_columns_has_factors_of_x_and_y() -> None:
    assert formula(lambda b, t: 4 * b + t % 8 + 100 * (t // 8), block=(8, 8, 1)) == [
        [4, None, None], [1, 100, None], 0,
    ]  # fmt: skip


@pytest.mark.parametrize("index", [lambda b, t: (64 * b + t) % 50, lambda _b, t: t * t])
def test_an_index_that_is_not_affine_has_no_formula(index: Any) -> None:
    assert formula(index) is None


def test_of_many_writes_of_a_thread_the_first_counts() -> None:
    rows = every(lambda b, t: [(6, WRITE, b, t, BASE + 4 * (64 * b + t + k), 0) for k in (0, 128)])
    (found,) = formulas([launch(rows)], PLACE)
    assert found["thread"][0] == 1


def test_costs_name_the_place_that_costs_most() -> None:
    rows = every(lambda b, t: [(3, READ, b, t, BASE + 32 * t, 0), (4, WRITE, b, t, BASE + 4 * (64 * b + t), 0)])
    rows += [(9, ATOMIC, b, 0, BASE, 0) for b in range(2)]
    cost = claims([launch(rows)], ["cost"], PLACE, count=1)["cost"]
    assert (cost["sectors"], cost["ideal_sectors"]) == (128 + 16 + 2, 16 + 16 + 2)
    assert (cost["reads"], cost["atomics"], cost["work"], cost["most_work"], cost["threads"]) == (128, 2, 258, 3, 128)
    assert (cost["lanes"], cost["idle"]) == (128 + 128 + 64, 62)
    assert {name: place[1] for name, place in cost["at"].items()} == {
        "sectors": 3, "idle": 9, "reads": 3, "atomics": 9, "work": 3,
    }  # fmt: skip


def test_only_what_is_asked_for_is_told() -> None:
    one = [launch([])]
    assert claims(one, [], PLACE, count=1) == {}
    assert set(claims(one, ["trace"], PLACE, count=1)) == {"launches", "findings", "indices"}
    assert set(claims(one, ["cost", "dtypes"], PLACE, count=1)) == {"launches", "cost"}


def test_what_is_not_looked_at_counts_as_lost() -> None:
    rows = [(3, READ, 0, 0, BASE, 0)]
    many = [launch(rows, lost=1), *[launch(rows)] * (MOST_LAUNCHES + 4)]
    told = claims(many, ["trace", "cost"], PLACE, count=len(many) + 7)
    assert told["launches"]["count"] == len(many) + 7
    assert told["launches"]["lost"] == told["cost"]["lost"] == 1 + 5 + 7
