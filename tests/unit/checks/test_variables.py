"""Variables after a file has run: each is compared by its sort, and the fault is named."""

from typing import Any

import numpy as np
import pytest

from grader.checks.variables import VariablesCheck
from grader.model.assignment import Case, Exercise
from grader.model.evidence import Ending, ExerciseEvidence, Outcome, Place, Reference, Run
from grader.model.pictures import WhereWrong
from grader.model.submission import Cell
from grader.model.text import Text
from grader.model.values import Array, Value
from grader.model.verdict import Finding, Status
from grader.ports import Seen

TEXT = Text(bn="ক", en="a")
RETURNED = Outcome(ending=Ending.RETURNED)


def array(values: Any, dtype: str = "float32") -> Array:
    made = np.asarray(values, dtype)
    return Array(dtype=made.dtype.name, shape=made.shape, data=made.tobytes())


def judge_all(
    got: dict[str, Value], right: dict[str, Value], *, claims: dict[str, Value] | None = None,
    load: Outcome = RETURNED, **options: Any,
) -> list[Finding]:  # fmt: skip
    run = Run(case=Case(id="", params={}), seed=0, outcome=RETURNED, outputs=got, claims=claims or {})
    seen = Seen(
        exercise=Exercise(id="e", title=TEXT, statement=TEXT, language="script", checks=()),
        evidence=ExerciseEvidence(exercise="e", load=load, runs=(run,)),
        reference=Reference(exercise="e", expected=(right,)),
        device="virtual",
        can_time=False,
        cells=(Cell(source="", number=1), Cell(source="", number=2)),
    )
    return list(VariablesCheck(**options).judge(seen))


def judge(got: Value, right: Value, **options: Any) -> Finding:
    (finding,) = judge_all({"x": got}, {"x": right}, **options)
    return finding


@pytest.mark.parametrize(
    ("got", "right"),
    [
        (3, 3),
        (3.0, 3),
        (array(3.0), 3),
        ("hello", "hello"),
        (True, True),
        (None, None),
        (array([1, 2]), array([1, 2], "float64")),
        ([1, [2.5, "a"]], [1, [2.5, "a"]]),
        ({"b": 1, "a": [2]}, {"a": [2], "b": 1}),
        (array([np.nan, 1]), array([np.nan, 1])),
    ],
)
def test_right_values_pass(got: Value, right: Value) -> None:
    assert judge(got, right).status is Status.PASS


@pytest.mark.parametrize(
    ("got", "right", "code", "params"),
    [
        (4, 3, "variables.wrong-value", {"name": "x", "expected": "3", "got": "4"}),
        (float("nan"), 3, "variables.wrong-value", {"name": "x", "expected": "3", "got": "nan"}),
        ("Hello", "hello", "variables.wrong-value", {"name": "x", "expected": "hello", "got": "Hello"}),
        ("3", 3, "variables.wrong-type", {"name": "x", "expected": "number", "got": "str"}),
        (True, 1, "variables.wrong-type", {"name": "x", "expected": "number", "got": "bool"}),
        ([1.0, 2.0], array([1, 2]), "variables.wrong-type", {"name": "x", "expected": "array", "got": "list"}),
        (array([3.0]), 3, "variables.wrong-type", {"name": "x", "expected": "number", "got": "array"}),
        (array([[1, 2]]), array([1, 2]), "variables.wrong-shape", {"name": "x", "expected": "(2,)", "got": "(1, 2)"}),
        ([1, 2, 3], [1, 2], "variables.wrong-shape", {"name": "x", "expected": "len 2", "got": "len 3"}),
        ({"b": 1}, {"a": 1}, "variables.wrong-shape", {"name": "x", "expected": "'a'", "got": "'b'"}),
        ([1, [2, 4]], [1, [2, 3]], "variables.wrong-value", {"name": "x[1][1]", "expected": "3", "got": "4"}),
        (
            array([[1, 9], [9, 4]]),
            array([[1, 2], [3, 4]]),
            "variables.wrong-values",
            {"name": "x", "expected": "2", "got": "9", "wrong": 2, "total": 4, "index": "[0, 1]"},
        ),
    ],
)
def test_what_is_wrong_is_named(got: Value, right: Value, code: str, params: dict[str, object]) -> None:
    finding = judge(got, right)
    assert (finding.status, finding.code, finding.params) == (Status.FAIL, code, params)


def test_a_tolerance_and_the_element_type_are_the_author_s_to_choose() -> None:
    assert judge(3.01, 3, rtol=0.01).status is Status.PASS
    assert judge(3.1, 3, rtol=0.01).code == "variables.wrong-value"
    assert judge([3.01], [3], atol=0.1).status is Status.PASS
    finding = judge(array([1], "float64"), array([1]), dtype=True)
    assert (finding.code, finding.params["got"]) == ("variables.wrong-dtype", "float64")


def test_a_missing_variable_is_told_with_the_nearest_name() -> None:
    claims: dict[str, Value] = {"types": {"f": "function"}, "others": ["maen", 3, "x" * 5000]}
    right: dict[str, Value] = {"mean": 1.0, "f": 2.0, "other": 3.0}
    findings = judge_all({}, right, claims=claims)
    assert [(each.code, each.params) for each in findings] == [
        ("variables.misspelt", {"name": "mean", "near": "maen"}),
        ("variables.no-value", {"name": "f", "got": "function"}),
        ("variables.missing", {"name": "other"}),
    ]
    assert [each.code for each in judge_all({}, {"mean": 1.0}, claims={"others": "none", "types": 3})] == [
        "variables.missing"
    ]


def test_only_the_named_variables_count_and_what_is_printed_is_none() -> None:
    right: dict[str, Value] = {"a": 1, "b": 2, "stdout": "text"}
    assert [each.status for each in judge_all({"a": 1, "b": 2}, right)] == [Status.PASS, Status.PASS]
    assert [each.status for each in judge_all({"a": 1}, right, names=("a",))] == [Status.PASS]


def test_a_notebook_that_stopped_is_told_by_its_cell_and_right_values_can_be_kept() -> None:
    stopped = Outcome(ending=Ending.RAISED, error="NameError", place=Place(file="a.ipynb", line=1, cell=1))
    (finding,) = judge_all({}, {"x": 1}, load=stopped)
    assert (finding.code, finding.params) == ("nb.cell-error", {"cell": 1, "error": "NameError", "left": 1})
    assert judge(1, 2, hidden=True).hidden


def test_a_picture_shows_where_an_array_is_wrong() -> None:
    wrong = [[1, 2, 0], [1, 2, 0]]
    picture = judge({"m": array(wrong)}, {"m": array([[1, 2, 3], [1, 2, 3]])}).picture
    assert isinstance(picture, WhereWrong)
    assert (picture.name, picture.shape, picture.wrong) == ("x['m']", (2, 3), 2)
    assert [list(row) for row in picture.cells] == [[0, 0, 1], [0, 0, 1]]
    assert judge(4, 3).picture is None


def test_a_name_that_several_cells_have_used_is_told_with_its_cells() -> None:
    run = Run(case=Case(id="", params={}), seed=0, outcome=RETURNED, outputs={"t": 4})
    cells = (Cell(source="t = 3", number=1), Cell(source="u = 1", number=2), Cell(source="t, v = 4, 5", number=3))
    seen = Seen(
        exercise=Exercise(id="e", title=TEXT, statement=TEXT, language="script", checks=()),
        evidence=ExerciseEvidence(exercise="e", load=RETURNED, runs=(run,)),
        reference=Reference(exercise="e", expected=({"t": 3},)),
        device="virtual",
        can_time=False,
        cells=cells,
    )
    (finding,) = VariablesCheck().judge(seen)
    assert finding.code == "variables.overwritten"
    assert finding.params == {"name": "t", "expected": "3", "got": "4", "cells": ("cell 1", "cell 3")}
