"""The formula of an index: shown only where it cannot be right."""

from typing import Any

import pytest

from grader.checks._indices import formula
from grader.model.assignment import Case
from grader.model.evidence import Ending, Outcome, Run


def told(block: Any, thread: Any, *, offset: Any = 0, grid: int = 4, threads: int = 256, name: str = "c") -> Any:
    return {
        "name": name, "at": ["k.py", 6, None], "block": [block, None, None], "thread": [thread, None, None],
        "offset": offset, "grid": [grid, 1, 1], "threads": [threads, 1, 1],
    }  # fmt: skip


def found(*formulas: Any) -> Any:
    outcome = Outcome(ending=Ending.RETURNED)
    case = Case(id="n=1000", params={})
    return formula(Run(case=case, seed=0, outcome=outcome, outputs={"c": 1}, claims={"indices": list(formulas)}))


@pytest.mark.parametrize(
    ("told", "got"),
    [
        (told(4, 1), "4 * blockIdx.x + threadIdx.x"),
        (told(0, 1), "threadIdx.x"),
        (told(1, 1, offset=256), "blockIdx.x + threadIdx.x + 256"),
        (told(1, 256, offset=-1), "blockIdx.x + 256 * threadIdx.x - 1"),
    ],
    ids=["gridDim", "thread only", "plus for times", "swapped"],
)
def test_a_formula_that_gives_threads_the_same_element_is_shown_against_the_right_one(told: Any, got: str) -> None:
    assert found(told) == (
        "cuda.index-formula",
        {"name": "c", "where": "k.py:6", "got": got, "right": "256 * blockIdx.x + threadIdx.x", "threads": 256,
         "blocks": 4},
    )  # fmt: skip


@pytest.mark.parametrize(
    "told",
    [
        told(256, 1), told(-256, -1, offset=999), told(512, 2), told(1, 4), told(None, 1), told(4, None),
        told(4, 1, threads=65536), told(4, 1, name="a"), told(4, 1) | {"grid": [4, 2, 1]}, told(4, 1) | {"grid": 7},
        told("4", 1), told(0, 0), 7, {},
    ],
    ids=["right", "reversed", "every second", "block by block", "one block", "one thread", "programs", "an input",
         "two dimensions", "odd grid", "odd factor", "one place", "a number", "nothing"],
)  # fmt: skip
def test_what_may_be_right_is_not_blamed(told: Any) -> None:
    assert found(told) is None


def test_nothing_told_is_nothing_shown() -> None:
    assert formula(Run(case=Case(id="a", params={}), seed=0, outcome=Outcome(ending=Ending.RETURNED))) is None
