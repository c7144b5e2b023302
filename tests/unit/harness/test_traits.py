"""What an exercise's own results tell of it."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest

from grader.harness import traits

ARGUMENTS = {"a": np.array([1, 2], np.float32), "b": np.array([3, 4], np.float32), "k": 2.0}


def first_only(arguments: Mapping[str, Any]) -> Mapping[str, Any]:
    return {"c": arguments["a"] * arguments["k"]}


def test_an_input_without_influence_is_found() -> None:
    expected = first_only(ARGUMENTS)
    assert traits.idle(first_only, ARGUMENTS, ["a", "b", "k"], expected) == ["b"]


def test_an_oracle_that_refuses_a_changed_input_looks_at_it() -> None:
    def picky(arguments: Mapping[str, Any]) -> Mapping[str, Any]:
        if arguments["k"] != 2.0:
            raise ValueError("k")
        return {"c": arguments["a"]}

    assert traits.idle(picky, ARGUMENTS, ["k"], picky(ARGUMENTS)) == []


@pytest.mark.parametrize(
    "value",
    [True, 3, 2.0, 0.0, np.array([True]), np.array([1, 2, 2]), np.array([2, 2]), np.array([0.0], np.float32)],
    ids=repr,
)
def test_a_changed_value_is_another_of_the_same_kind(value: Any) -> None:
    found = traits.changed(value)
    assert type(found) is type(value)
    assert not traits.same(found, value)
    assert np.asarray(found).dtype == np.asarray(value).dtype


def test_indices_stay_in_their_range_where_they_can() -> None:
    assert sorted(traits.changed(np.array([0, 3, 1]))) == [0, 1, 3]


def test_axes_along_which_nothing_varies() -> None:
    rows = np.array([[1, 2, 3], [1, 2, 3]])
    assert traits.axes(rows) == {"long": [0, 1], "varied": [1]}
    assert traits.axes(np.array([[5]])) == {"long": [], "varied": []}


def test_poison_that_a_right_value_equals_in_every_turn() -> None:
    right = np.array([7, 8], np.uint8)
    assert traits.legal([np.array([7, 1], np.uint8), np.array([7, 8], np.uint8)], right)
    assert not traits.legal([np.array([7, 1], np.uint8), np.array([6, 8], np.uint8)], right)
    assert not traits.legal([], right)
    assert not traits.legal([np.array([7], np.uint8)], right)
