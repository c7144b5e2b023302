"""Wrong results made of right ones: each shows what its mistake leaves, and nothing where no case could show it."""

import math
from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest

from grader.harness import mutants
from grader.harness.mutants import MAKERS, Array, Piece, distance, make

POISON = np.float32(1e6)


def added(arguments: Mapping[str, Any]) -> Mapping[str, Any]:
    return {"c": arguments["a"] + arguments["b"]}


def vectors(count: int, **changes: Any) -> Piece:
    rng = np.random.default_rng(1)
    a, b, other = (rng.integers(4097, 8191, count).astype(np.float32) for _ in range(3))
    given: dict[str, Any] = {
        "arguments": {"a": a, "b": b, "n": count}, "right": {"c": a + b}, "other": {"c": other}, "threads": 256,
        "before": {"c": np.full(count, POISON)}, "rectangular": False, "oracle": added,
    }  # fmt: skip
    return Piece(**{**given, **changes})


def summed(count: int, values: Array | None = None) -> Piece:
    x = np.arange(1, count + 1, dtype=np.float32) if values is None else values

    def oracle(arguments: Mapping[str, Any]) -> Mapping[str, Any]:
        return {"s": np.asarray(arguments["x"].sum(dtype=np.float64)).reshape(1)}

    right = {"s": oracle({"x": x})["s"].astype(np.float32)}
    return Piece(
        arguments={"x": x}, right=right, before={}, other={"s": right["s"] + 5}, threads=256, rectangular=False,
        oracle=oracle,
    )  # fmt: skip


def image(rows: int, columns: int, *, rectangular: bool = True) -> Piece:
    a = np.arange(rows * columns, dtype=np.float32).reshape(rows, columns)
    return Piece(
        arguments={"a": a}, right={"b": a}, before={}, other={"b": a + 1}, threads=256, rectangular=rectangular,
        oracle=lambda arguments: {"b": arguments["a"]},
    )  # fmt: skip


def outputs(name: str, piece: Piece) -> Array:
    found = MAKERS[name](piece)
    assert found is not None
    return next(iter(found.values()))


def test_places_that_a_program_leaves_out_keep_what_stood_there() -> None:
    piece = vectors(600)
    right = piece.right["c"]
    for name, kept in (("nothing", 0), ("last-element", 599), ("last-block", 512), ("first-block", 256)):
        got = outputs(name, piece)
        assert (got[:kept] == right[:kept]).all(), name
        assert (got[kept:] == POISON).all(), name


def test_the_last_of_several_full_blocks_is_left_out() -> None:
    assert (outputs("last-block", vectors(512)) == POISON).sum() == 256


@pytest.mark.parametrize("name", ["last-block", "first-block"])
def test_one_block_has_no_last_one_to_leave_out(name: str) -> None:
    assert make(vectors(256))[name]["off"] == 0


def test_a_result_of_one_number_misses_what_the_last_block_of_its_inputs_adds() -> None:
    assert outputs("last-block", summed(600)) == sum(range(1, 513))
    assert outputs("first-block", summed(600)) == sum(range(1, 257))


def test_one_term_is_dropped_and_it_is_not_zero() -> None:
    values = np.array([3, 4, 5, 0], np.float32)
    assert outputs("dropped", summed(4, values)) == 7


def test_what_is_right_elsewhere_is_copied_as_it_is() -> None:
    piece = vectors(100)
    assert (outputs("previous", piece) == piece.other["c"]).all()
    assert np.allclose(outputs("constant", piece), piece.other["c"].mean())
    assert (outputs("copied", piece) == piece.arguments["a"]).all()
    assert not outputs("zeros", piece).any()


def test_a_tenth_of_the_elements_stands_for_all() -> None:
    values = np.arange(30, dtype=np.float32)
    assert outputs("subsampled", summed(30, values)) == 10 * (0 + 10 + 20)


def test_inputs_lose_their_last_bits() -> None:
    values = np.array([4097, 1 + 2**-9, 1.0], np.float32)
    # float16 has 11 significant bits and bfloat16 8: 4097 and 1 + 2**-9 lie between two numbers of the second.
    assert outputs("float16", summed(3, values)) == np.float32(4096 + 1 + 2**-9 + 1)
    assert outputs("bfloat16", summed(3, values)) == np.float32(4096 + 1 + 1)
    assert make(summed(3, np.array([1, 2, 4], np.float32)))["bfloat16"]["off"] == 0


def test_inputs_of_half_precision_cannot_lose_any() -> None:
    made = make(summed(3, np.array([1, 2, 3], np.float16)))
    assert "float16" not in made
    assert "bfloat16" not in made


def test_rows_and_columns_are_swapped() -> None:
    assert outputs("transposed", image(2, 2)).tolist() == [[0, 2], [1, 3]]
    assert outputs("transposed", image(2, 3)).tolist() == [[0, 3, 1], [4, 2, 5]]
    assert outputs("square", image(2, 3)).tolist() == [[0, 1, 0], [3, 4, 0]]


def test_a_square_shows_no_swapped_extents_and_some_arrays_are_always_square() -> None:
    assert make(image(3, 3))["square"]["off"] == 0
    assert "square" not in make(image(3, 3, rectangular=False))
    assert "square" not in make(vectors(10))


def test_inputs_that_the_oracle_refuses_make_no_mutant() -> None:
    def refusing(_arguments: Mapping[str, Any]) -> Mapping[str, Any]:
        raise ValueError("not for these")

    made = make(vectors(600, oracle=refusing))
    assert "dropped" not in made
    assert made["last-block"]["off"] > 0


def test_an_empty_case_has_no_mutants() -> None:
    assert make(vectors(0)) == {}


def test_every_mutant_of_an_ordinary_case_is_off() -> None:
    made = make(vectors(1000))
    assert set(made) == set(MAKERS) - {"transposed", "square"}
    assert all(each["off"] > 0 for each in made.values())


def test_how_far_off_results_are() -> None:
    right = {"c": np.array([3, 4], np.float32)}
    assert distance({"c": np.array([3, 4], np.float32)}, right) == 0
    assert distance({"c": np.array([3, 5], np.float32)}, right) == pytest.approx(0.2)
    assert distance({}, right) == distance({"c": np.array([3], np.float32)}, right) == math.inf
    assert distance({"c": np.array([3, np.nan], np.float32)}, right) == math.inf
    assert distance({}, {}) == 0, "where no result is an array"


def test_results_are_given_the_type_and_shape_of_others() -> None:
    like = {"s": np.zeros(1, np.float32)}
    found = mutants.results({"s": 2.5, "more": 1}, like)
    assert found is not None
    assert (found["s"].dtype, found["s"].shape) == (np.float32, (1,))
    assert mutants.results({"more": 1}, like) is None
