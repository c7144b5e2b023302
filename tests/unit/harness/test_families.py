import numpy as np
import pytest

from grader.harness import families
from grader.model.values import DTYPES, FAMILIES

SIZED = {"name": "a", "dtype": "float32", "shape": [1000], "output": False}


def test_the_same_seed_draws_the_same_values() -> None:
    wanted = [{**SIZED, "values": "normal"}, {"name": "n", "dtype": "int32", "value": 7}]
    first, second, other = (families.make(wanted, seed) for seed in (5, 5, 6))
    assert (first["a"] == second["a"]).all()
    assert (first["a"] != other["a"]).any()
    assert first["n"] == 7


def test_odd13_is_exact_in_single_precision_and_not_in_half() -> None:
    a = families.make([{**SIZED, "values": "odd13"}], 1)["a"]
    assert set(np.abs(a) % 2) == {1.0}
    assert np.abs(a).min() >= 4097
    assert np.abs(a).max() <= 8191
    assert {-1.0, 1.0} == set(np.sign(a))
    weights = np.random.default_rng(2).choice([-1, 0, 1], 1000)
    orders = [np.float32(0) for _ in range(2)]
    for at in range(1000):
        orders[0] += np.float32(a[at] * weights[at])
        orders[1] += np.float32(a[-at - 1] * weights[-at - 1])
    assert orders[0] == orders[1] == (a.astype(np.float64) * weights).sum()
    assert (a.astype(np.float16) != a).mean() > 0.4


def test_the_author_s_file_may_name_exactly_these() -> None:
    assert sorted(families.FAMILIES) == sorted(FAMILIES)


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("family", families.FAMILIES)
def test_every_family_has_the_type_and_shape_that_was_asked(dtype: str, family: str) -> None:
    kinds = {"negative": "if", "special": "f"}.get(family, "biuf")
    if np.dtype(dtype).kind not in kinds:
        with pytest.raises(ValueError, match="has no"):
            families.make([{"name": "a", "dtype": dtype, "shape": [3], "output": False, "values": family}], 1)
        return
    made = families.make([{"name": "a", "dtype": dtype, "shape": [3, 4], "output": False, "values": family}], 1)["a"]
    assert (made.dtype.name, made.shape) == (dtype, (3, 4))


def drawn(family: str, dtype: str = "float32", seed: int = 1, shape: tuple[int, ...] = (40, 25)) -> families.Array:
    wanted = {"name": "a", "dtype": dtype, "shape": list(shape), "output": False, "values": family}
    made: families.Array = families.make([wanted], seed)["a"]
    return made


def test_structured_families_have_the_structure_of_their_name() -> None:
    assert set(drawn("signs").flat) == {-1.0, 0.0, 1.0}
    assert np.count_nonzero(drawn("one_hot")) == 1
    assert len({int(drawn("one_hot", seed=seed).argmax()) for seed in range(20)}) > 10, "it is at random places"
    assert len(set(drawn("equal").flat)) == 1
    assert len(set(drawn("duplicates").flat)) == 4
    assert (drawn("negative") < 0).all()
    assert (np.diff(drawn("sorted").reshape(-1)) >= 0).all()
    assert (np.diff(drawn("reversed").reshape(-1)) <= 0).all()
    assert len(set(drawn("sorted").flat)) > 500
    odd = drawn("special")
    assert np.isnan(odd).any()
    assert {np.inf, -np.inf} <= set(odd.flat)
    assert (np.signbit(odd) & (odd == 0)).any()
    assert np.isfinite(odd).mean() > 0.5
    assert drawn("large").max() > np.log(np.finfo(np.float32).max), "its exponential overflows"
    exponents = np.frexp(drawn("huge_range"))[1]
    assert exponents.max() - exponents.min() > 30


@pytest.mark.parametrize("dtype", ["float16", "float32", "float64", "int32"])
@pytest.mark.parametrize("family", ["one_hot", "equal", "duplicates", "negative", "sorted", "reversed"])
def test_structured_families_need_as_many_bits_as_odd13(family: str, dtype: str) -> None:
    made = drawn(family, dtype).astype(np.float64)
    made = made[made != 0]
    if dtype == "float16":
        assert np.isfinite(made).all()
    else:
        assert (np.abs(made) % 2 == 1).all()
        assert (np.abs(made) > 4096).all()


@pytest.mark.parametrize("family", families.FAMILIES)
def test_an_array_may_be_empty(family: str) -> None:
    assert drawn(family, shape=(0,)).shape == (0,)


@pytest.mark.parametrize("dtype", ["float16", "float32", "float64"])
def test_poison_is_nan_for_half_of_the_seeds_and_finite_for_the_other(dtype: str) -> None:
    wanted = [{"name": "c", "dtype": dtype, "shape": [1000], "output": True}]
    nan, finite = (families.make(wanted, seed)["c"] for seed in (2, 3))
    assert np.isnan(nan).all()
    assert len(set(nan.view(f"uint{8 * nan.itemsize}"))) > 100, "payloads differ"
    assert np.isfinite(finite).all()
    assert (finite + np.asarray(1, dtype) != finite).all(), "what is added to it shows"


@pytest.mark.parametrize("dtype", ["int8", "uint16", "int64"])
def test_poison_of_whole_numbers_is_near_the_end_of_the_range(dtype: str) -> None:
    made = families.make([{"name": "c", "dtype": dtype, "shape": [1000], "output": True}], 2)["c"]
    assert made.min() > np.iinfo(dtype).max / 4


@pytest.mark.parametrize("dtype", ["bool", "int8", "uint8", "int32", "float32"])
def test_no_right_value_equals_the_poison_of_both_turns(dtype: str) -> None:
    wanted = [{"name": "c", "dtype": dtype, "shape": [1000], "output": True}]
    for seed in (2, 3):
        first, second = (families.make(wanted, seed, turn)["c"] for turn in (0, 1))
        assert (first != second).all()


def test_an_unknown_family_names_the_nearest_one() -> None:
    with pytest.raises(ValueError, match="did you mean 'odd13'"):
        families.make([{**SIZED, "values": "odd31"}], 1)
