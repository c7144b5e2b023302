"""The trusted process: the author's functions, their arguments, and how their faults are told."""

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from grader import registry
from grader.boxes.oracle import Oracle
from grader.errors import BoxError, ConfigError
from grader.model.assignment import Case, Exercise, FunctionRef, Input, Limits
from grader.model.evidence import Ending, Outcome, Run
from grader.model.text import Text
from grader.model.values import Array, Value
from grader.ports import Bench, Lease

TEXT = Text(bn="ক", en="a")
CASE = Case(id="n=3", params={"n": 3, "factor": 2.0})
ARRAYS = (
    Input(name="a", kind="array", dtype="float32", shape=("n", 2), values="arange"),
    Input(name="c", kind="array", dtype="float32", shape=("n",), output=True),
    Input(name="factor", kind="scalar", dtype="float64"),
)


@contextmanager
def oracle(
    folder: Path, source: str, inputs: tuple[Input, ...] | str = ARRAYS, wall_s: float = 20.0
) -> Iterator[Oracle]:
    file = folder / "oracle.py"
    file.write_text(source, encoding="utf-8")
    exercise = Exercise(
        id="e", title=TEXT, statement=TEXT, language="numba_cuda", checks=(),
        inputs=FunctionRef(file=file, name=inputs) if isinstance(inputs, str) else inputs,
        oracle=FunctionRef(file=file, name="right"),
    )  # fmt: skip
    bench = Bench(
        sandbox=registry.load("sandboxes", "local")(), lease=Lease(environment={}), limits=Limits(wall_s=wall_s),
        seed=lambda _case: 1, can_time=False,
    )  # fmt: skip
    with Oracle(exercise, bench) as opened:
        yield opened


def test_a_function_gets_the_arguments_that_it_names(tmp_path: Path) -> None:
    source = "def right(a, n):\n    return {'sum': a.sum(), 'n': n, 'kind': str(a.dtype)}\n"
    with oracle(tmp_path, source) as opened:
        inputs = opened.inputs(CASE, 1)
        assert opened.expected(CASE, inputs) == {"sum": 15.0, "n": 3, "kind": "float32"}


def test_a_function_with_any_arguments_gets_them_all(tmp_path: Path) -> None:
    with oracle(tmp_path, "def right(**given):\n    return {'names': sorted(given)}\n") as opened:
        assert opened.expected(CASE, opened.inputs(CASE, 1)) == {"names": ["a", "c", "factor", "n"]}


def test_inputs_keep_their_order_and_shape(tmp_path: Path) -> None:
    with oracle(tmp_path, "def right():\n    return {}\n") as opened:
        inputs = opened.inputs(CASE, 1)
    assert list(inputs) == ["a", "c", "factor"]
    assert isinstance(inputs["a"], Array)
    assert inputs["a"].shape == (3, 2)
    assert inputs["factor"] == 2.0


def test_inputs_may_come_from_a_function_of_the_seed_in_a_file_beside(tmp_path: Path) -> None:
    (tmp_path / "shared.py").write_text("LENGTH = 4\n", encoding="utf-8")
    source = """
import numpy as np
from shared import LENGTH

def draw(seed, n):
    return {"a": np.arange(LENGTH) + seed, "n": n}

def right(a):
    return {"last": int(a[-1])}
"""
    with oracle(tmp_path, source, inputs="draw") as opened:
        inputs = opened.inputs(CASE, 5)
        assert opened.expected(CASE, inputs) == {"last": 8}


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("def right(a):\n    return {'c': a + nothing}\n", r"oracle\.py:2:1: NameError: name 'nothing' is not defined"),
        ("x = 1 / 0\ndef right(a):\n    return {}\n", r"oracle\.py:1:1: ZeroDivisionError"),
        ("def right(a):\n    return a\n", r"oracle\.py: TypeError: right must return a dict, not ndarray"),
        ("def right(a):\n    return {'c': object()}\n", r"oracle\.py: TypeError: a value of type object"),
        ("def right(a):\n    while True:\n        pass\n", r"oracle\.py:[23]:1: ended by timeout"),
    ],
)
def test_a_fault_of_the_author_s_has_its_place(tmp_path: Path, source: str, said: str) -> None:
    with oracle(tmp_path, source, wall_s=2.0) as opened:
        inputs: Mapping[str, Value] = opened.inputs(CASE, 1)
        with pytest.raises(ConfigError) as caught:
            opened.expected(CASE, inputs)
    assert re.search(said, str(caught.value))


def test_an_oracle_that_dies_is_no_fault_of_a_student(tmp_path: Path) -> None:
    with oracle(tmp_path, "import os\ndef right(a):\n    os._exit(0)\n") as opened:
        inputs = opened.inputs(CASE, 1)
        with pytest.raises(BoxError, match="died"):
            opened.expected(CASE, inputs)


RIGHT = "def right(a, factor):\n    return {'c': a.sum(axis=1) * factor, 'note': 'not compared'}\n"


def seen(opened: Oracle, case: Case = CASE) -> tuple[Run, Mapping[str, Value]]:
    """Return a run that is right, and what is right there."""
    inputs = opened.inputs(case, 1)
    expected = opened.expected(case, inputs)
    returned = Outcome(ending=Ending.RETURNED)
    return Run(case=case, seed=1, outcome=returned, inputs=inputs, outputs={"c": expected["c"]}), expected


def test_wrong_results_are_made_of_right_ones(tmp_path: Path) -> None:
    with oracle(tmp_path, RIGHT) as opened:
        run, expected = seen(opened)
        made = opened.mutants(run, expected, expected, threads=256, rectangular=False)
    zeros, nothing = made["zeros"], made["nothing"]
    assert isinstance(zeros, Mapping)
    assert isinstance(nothing, Mapping)
    assert zeros == {"outputs": {"c": Array(dtype="float32", shape=(3,), data=bytes(12))}, "off": 1.0}
    assert nothing["outputs"] == {"c": run.inputs["c"]}
    assert "transposed" not in made


def test_a_case_tells_of_its_exercise(tmp_path: Path) -> None:
    source = "def right(a, factor, unused=0):\n    a[:] = a * factor\n    return {'c': a[:, 0]}\n"
    with oracle(tmp_path, source) as opened:
        run, expected = seen(opened)
        found = opened.traits(run, expected, expected, names=["a", "factor"], poisons=[{"c": run.inputs["c"]}])
        other = opened.traits(run, expected, {"c": run.inputs["c"]}, names=["c", "c"], poisons=[expected])
    assert found == {"idle": [], "axes": {"c": {"long": [0], "varied": [0]}}, "same": ["c"], "legal": []}
    # That the author's function writes to its arguments changes nothing for the next call.
    assert other == {"idle": ["c", "c"], "axes": {"c": {"long": [0], "varied": [0]}}, "same": [], "legal": ["c"]}


def test_how_far_a_programs_results_are_from_right(tmp_path: Path) -> None:
    with oracle(tmp_path, RIGHT) as opened:
        run, expected = seen(opened)
        none = replace(run, outputs={"c": run.inputs["c"]}, inputs={})
        half = replace(run, outputs={"c": Array(dtype="float32", shape=(3,), data=bytes(12))})
        off = opened.distances([(run, expected), (half, expected), (none, expected)])
    assert off[:2] == [0.0, 1.0]
    assert off[2] > 100
