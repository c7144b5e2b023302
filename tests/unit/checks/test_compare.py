"""The rule of comparing: every honest order of a sum passes, whatever saves work or bits fails."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from grader.checks._compare import Rule
from grader.harness import families

Values = np.ndarray[Any, Any]
Product = Callable[[Values, Values], Values]

f32 = np.float32
SHAPE = 12  # rows and columns of the results


def sequential(a: Values, b: Values) -> Values:
    total = np.zeros((len(a), b.shape[1]), f32)
    for k in range(a.shape[1]):
        total += np.outer(a[:, k], b[k]).astype(f32)
    return total


def tree(a: Values, b: Values) -> Values:
    terms = (a[:, :, None] * b[None]).astype(f32)
    while terms.shape[1] > 1:
        if terms.shape[1] % 2:
            terms = np.concatenate([terms, np.zeros_like(terms[:, :1])], axis=1)
        terms = terms[:, ::2] + terms[:, 1::2]
    return np.asarray(terms[:, 0])


def permuted(a: Values, b: Values) -> Values:
    order = np.random.default_rng(1).permutation(a.shape[1])
    return sequential(a[:, order], b[order])


def blocked(a: Values, b: Values) -> Values:
    total = np.zeros((len(a), b.shape[1]), f32)
    for k in range(0, a.shape[1], 16):
        total += sequential(a[:, k : k + 16], b[k : k + 16])
    return total


def fused(a: Values, b: Values) -> Values:
    total = np.zeros((len(a), b.shape[1]), f32)
    for k in range(a.shape[1]):  # one rounding for product and sum, as in an FMA
        total = (total.astype(np.float64) + np.outer(a[:, k], b[k]).astype(np.float64)).astype(f32)
    return total


def library(a: Values, b: Values) -> Values:
    return np.asarray(a @ b)


def with_bits(bits: int) -> Product:
    """A product of inputs with fewer significant bits: 8 as bfloat16, 11 as TF32 and float16."""

    def product(a: Values, b: Values) -> Values:
        return library(rounded(a, bits), rounded(b, bits))

    return product


def rounded(values: Values, bits: int) -> Values:
    mantissa, exponent = np.frexp(values.astype(np.float64))
    return np.asarray(np.ldexp(np.rint(mantissa * 2**bits) / 2**bits, exponent), f32)


def half_sum(a: Values, b: Values) -> Values:
    total = np.zeros((len(a), b.shape[1]), np.float16)
    with np.errstate(over="ignore", invalid="ignore"):
        for k in range(a.shape[1]):
            total = (total + np.outer(a[:, k], b[k])).astype(np.float16)
    return total.astype(f32)


def one_term_dropped(a: Values, b: Values) -> Values:
    return library(a[:, :-1], b[:-1])


def every_tenth(a: Values, b: Values) -> Values:
    return library(a[:, ::10], b[::10]) * f32(10)


HONEST = [sequential, tree, permuted, blocked, fused, library]
CHEAP = [with_bits(11), with_bits(8), half_sum, one_term_dropped, every_tenth]
NAMES = ["11 bits", "8 bits", "half sum", "one dropped", "every tenth"]
DEPTHS = [64, 512, 2048, 4096]


def drawn(family: str, other: str, depth: int, seed: int) -> tuple[Values, Values]:
    rng, dtype = np.random.default_rng(seed), np.dtype("float32")
    a, b = (families.FAMILIES[name] for name in (family, other))
    return a(rng, (SHAPE, depth), dtype), b(rng, (depth, SHAPE), dtype)


def right(a: Values, b: Values) -> tuple[Values, Values]:
    """What is right in float64, and its unit of error √K·‖a∘b‖₂."""
    wide, other = a.astype(np.float64), b.astype(np.float64)
    return wide @ other, np.sqrt(a.shape[1] * (wide**2 @ other**2))


@pytest.mark.parametrize("depth", DEPTHS)
@pytest.mark.parametrize("product", HONEST)
def test_every_honest_order_is_exact_on_numbers_of_13_bits_with_signs(product: Product, depth: int) -> None:
    for seed in range(3):
        a, b = drawn("odd13", "signs", depth, seed)
        want, _ = right(a, b)
        assert not Rule().wrong(product(a, b), want).any()


@pytest.mark.parametrize("depth", DEPTHS)
@pytest.mark.parametrize("product", CHEAP, ids=NAMES)
def test_whatever_saves_bits_or_terms_is_not_exact(product: Product, depth: int) -> None:
    for seed in range(3):
        a, b = drawn("odd13", "signs", depth, seed)
        want, _ = right(a, b)
        share = float(Rule().wrong(product(a, b), want).mean())
        # One dropped term is zero for a third of the columns; all else spoils nearly every value.
        assert share > (0.3 if product is one_term_dropped else 0.8), share


@pytest.mark.parametrize("depth", DEPTHS)
@pytest.mark.parametrize(("family", "other"), [("normal", "normal"), ("uniform", "uniform"), ("negative", "uniform")])
@pytest.mark.parametrize("product", HONEST)
def test_every_honest_order_is_within_the_scaled_error(product: Product, family: str, other: str, depth: int) -> None:
    a, b = drawn(family, other, depth, 7)
    want, unit = right(a, b)
    assert not Rule().wrong(product(a, b), want, unit).any()


def test_positive_data_in_the_worst_order_is_within_the_scaled_error() -> None:
    for depth in DEPTHS:
        a, b = (np.abs(each) for each in drawn("uniform", "uniform", depth, 7))
        want, unit = right(a, b)
        assert not Rule().wrong(sequential(a, b), want, unit).any()


@pytest.mark.parametrize("depth", DEPTHS)
@pytest.mark.parametrize("product", CHEAP, ids=NAMES)
def test_whatever_saves_bits_or_terms_is_beyond_the_scaled_error(product: Product, depth: int) -> None:
    a, b = drawn("normal", "normal", depth, 7)
    want, unit = right(a, b)
    wrong = Rule().wrong(product(a, b), want, unit)
    assert wrong.any()
    assert wrong.mean() > 0.8 or product in {CHEAP[0], one_term_dropped}


def test_the_usual_tolerances_would_be_wrong_both_ways() -> None:
    """What is measured in the literature: allclose(1e-5, 1e-8) refuses honest sums, (1e-2, 1e-2) accepts TF32."""
    a, b = drawn("normal", "normal", 1024, 7)
    want, _ = right(a, b)
    assert Rule(rtol=1e-5, atol=1e-8).wrong(sequential(a, b), want).any()
    a, b = drawn("normal", "normal", 64, 7)
    want, _ = right(a, b)
    assert not Rule(rtol=1e-2, atol=1e-2).wrong(with_bits(11)(a, b), want).any()


def test_a_tolerance_takes_the_place_of_the_unit() -> None:
    want, unit = np.array([1.0]), np.array([1e9])
    assert Rule(atol=0.1).wrong(np.array([1.2]), want, unit).any()
    assert not Rule().wrong(np.array([1.2]), want, unit).any()


@pytest.mark.parametrize(("dtype", "off"), [("float16", 0.06), ("float32", 7e-6), ("float64", 1e-14), ("int32", 7e-6)])
def test_the_unit_is_counted_in_epsilons_of_the_result_s_type(dtype: str, off: float) -> None:
    want, unit = np.array([1.0]), np.array([1.0])
    assert not Rule().wrong(want + off, want, unit, dtype).any()
    assert Rule().wrong(want + 2 * off, want, unit, dtype).any()


@pytest.mark.parametrize("rule", [Rule(), Rule(rtol=0.5), Rule(atol=1e9)])
def test_nan_never_matches(rule: Rule) -> None:
    assert rule.wrong(np.array([np.nan, np.inf, -np.inf]), np.ones(3)).all()
    assert rule.wrong(np.array([np.nan]), np.ones(1), np.ones(1)).all()


def test_nan_and_infinities_match_themselves_where_they_are_allowed() -> None:
    odd = np.array([np.nan, np.inf, -np.inf, 1.0])
    for rule in (Rule(allow_nan=True), Rule(allow_nan=True, rtol=0.1), Rule(allow_nan=True, atol=0.1)):
        assert not rule.wrong(odd, odd).any()
        assert rule.wrong(np.array([0.0, -np.inf, 1e300, np.nan]), odd).all()


@pytest.mark.parametrize("want", [[np.nan], [np.inf]])
def test_an_oracle_s_value_has_to_be_finite(want: list[float]) -> None:
    with pytest.raises(ValueError, match="not finite"):
        Rule().wrong(np.zeros(1), np.array(want))


@pytest.mark.parametrize("unit", [[np.nan], [np.inf], [-1.0]])
def test_a_unit_of_error_has_to_be_a_length(unit: list[float]) -> None:
    with pytest.raises(ValueError, match="unit of error"):
        Rule().wrong(np.zeros(1), np.zeros(1), np.array(unit))
