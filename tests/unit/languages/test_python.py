"""Plain functions of arrays in real boxes: outputs between guard zones, or results that are returned."""

from dataclasses import replace
from pathlib import Path

import pytest
from benches import bench

from grader import registry
from grader.config import load_assignments, load_course
from grader.model.assignment import Case
from grader.model.evidence import Ending, Reference, Run
from grader.model.submission import Cell, Submission

ROOT = Path(__file__).parents[3]
(VEC_ADD,) = load_assignments(load_course(ROOT / "grader.yaml"), ["vec_add"])
HOST = replace(VEC_ADD.exercises[1], language="python", cases=(Case(id="n=300", params={"n": 300}),))

COMPILED = """
from numba import njit

@njit
def add_on_gpu(a, b, c):
    for i in range(len(a)):
        c[i] = a[i] + b[i]
"""


def gather(source: str, *, returns: bool = False) -> tuple[list[Run], Reference]:
    inputs = HOST.inputs
    assert isinstance(inputs, tuple)
    wanted = replace(HOST, inputs=tuple(each for each in inputs if not each.output)) if returns else HOST
    cells = (Cell(source=source),)
    submission = Submission(student="s", assignment="vec_add", file="a.py", format="py", digest="", cells=cells)
    evidence, reference = registry.load("languages", "python")().gather(
        submission, wanted, VEC_ADD, bench("cpu", can_time=True)
    )
    return list(evidence.runs), reference


@pytest.mark.parametrize(
    ("source", "returns"),
    [
        ("def add_on_gpu(a, b, c):\n    c[:] = a + b\n", False),
        ("def add_on_gpu(a, b):\n    return {'c': a + b}\n", True),
        (COMPILED, False),
    ],
    ids=["fills", "returns", "compiled"],
)  # fmt: skip
def test_what_it_fills_or_returns_is_what_counts(source: str, *, returns: bool) -> None:
    runs, reference = gather(source, returns=returns)
    assert [run.turn for run in runs] == [0, 1]
    assert [run.outputs for run in runs] == list(reference.expected)
    assert all((run.guards, run.changed) == ({}, ()) for run in runs)


def test_writes_outside_of_an_array_and_changed_inputs_are_seen() -> None:
    run, _ = gather("def add_on_gpu(a, b, c):\n    a[0] = 1\n    c[:] = 0\n    c.base[-4096:-4088] = 7\n")[0]
    assert run.outcome.ending is Ending.RETURNED
    assert (run.changed, run.guards) == (("a",), {"c": (0, 2)})


def test_an_error_has_its_line() -> None:
    (run,) = gather("def add_on_gpu(a, b, c):\n    c[:] = a + d\n")[0]
    assert (run.outcome.error, str(run.outcome.place)) == ("NameError", "a.py:2")
