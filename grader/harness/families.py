"""Families of input values, and the poison that fills an output before the call."""

from collections.abc import Callable, Mapping, Sequence
from difflib import get_close_matches
from typing import Any

import numpy as np

Array = np.ndarray[Any, Any]
Family = Callable[[np.random.Generator, Sequence[int], np.dtype[Any]], Array]


def odd13(rng: np.random.Generator, shape: Sequence[int], dtype: np.dtype[Any]) -> Array:
    """Return odd integers of 13 significant bits, 4097 … 8191, of either sign.

    Sums of products with -1, 0 and 1 below 2**24 are exact in float32 in any order, while float16, bfloat16 and TF32
    lose bits: so they are compared without a tolerance.
    """
    numbers = 2 * rng.integers(2048, 4096, shape) + 1
    return np.asarray(numbers * rng.choice([-1, 1], shape), dtype)


def uniform(rng: np.random.Generator, shape: Sequence[int], dtype: np.dtype[Any]) -> Array:
    """Return numbers of [-1, 1): a sum of them has no telling mean."""
    return rng.uniform(-1.0, 1.0, shape).astype(dtype)


def normal(rng: np.random.Generator, shape: Sequence[int], dtype: np.dtype[Any]) -> Array:
    """Return numbers of the standard normal distribution."""
    return rng.standard_normal(shape).astype(dtype)


def arange(_rng: np.random.Generator, shape: Sequence[int], dtype: np.dtype[Any]) -> Array:
    """Return 0, 1, 2, … in C order."""
    return np.arange(np.prod(shape, dtype=np.int64)).reshape(shape).astype(dtype)


def zeros(_rng: np.random.Generator, shape: Sequence[int], dtype: np.dtype[Any]) -> Array:
    """Return zeros."""
    return np.zeros(shape, dtype)


def ones(_rng: np.random.Generator, shape: Sequence[int], dtype: np.dtype[Any]) -> Array:
    """Return ones."""
    return np.ones(shape, dtype)


FAMILIES: Mapping[str, Family] = {family.__name__: family for family in (odd13, uniform, normal, arange, zeros, ones)}


def poison(rng: np.random.Generator, shape: Sequence[int], dtype: np.dtype[Any], *, quiet: bool) -> Array:
    """Return values that no right program would write.

    Args:
        rng: where they come from.
        shape: lengths.
        dtype: element type.
        quiet: finite numbers, large yet not so large that adding to them is lost; else NaNs with random payloads.
    """
    if dtype.kind == "b":
        return rng.integers(0, 2, shape).astype(dtype)
    if dtype.kind in "iu":
        top = np.iinfo(dtype).max
        return np.asarray(top - rng.integers(0, min(top, 1000) // 2, shape), dtype)
    if quiet:
        return np.asarray(2.0 ** (np.finfo(dtype).nmant - 3) * rng.uniform(1.0, 2.0, shape), dtype)
    bits = np.dtype(f"uint{8 * dtype.itemsize}").type
    size = np.finfo(dtype).nmant
    quiet_nan = np.array(np.nan, dtype).view(bits)
    payload = rng.integers(1, 1 << (size - 2), shape).astype(bits)
    return np.asarray((payload | quiet_nan).view(dtype))


def make(arguments: Sequence[Mapping[str, Any]], seed: int, turn: int = 0) -> dict[str, Any]:
    """Return the arguments of one call, by name.

    Args:
        arguments: each with `name` and `dtype`; a scalar has a `value`; an array has `shape` and either `values`, a
            family, or `output`: true.
        seed: of everything that is random; half of the seeds give one kind of poison, half the other.
        turn: 1 gives the other kind; the values are the same.

    Raises:
        ValueError: there is no such family.
    """
    rng, poisons = np.random.default_rng(seed), np.random.default_rng((seed, turn))
    made: dict[str, Any] = {}
    for argument in arguments:
        dtype = np.dtype(argument["dtype"])
        if "value" in argument:
            made[argument["name"]] = dtype.type(argument["value"]).item()
        elif argument["output"]:
            made[argument["name"]] = poison(poisons, argument["shape"], dtype, quiet=(seed + turn) % 2 == 1)
        else:
            made[argument["name"]] = _family(argument["values"])(rng, argument["shape"], dtype)
    return made


def _family(name: str) -> Family:
    if name not in FAMILIES:
        near = get_close_matches(name, FAMILIES, n=1)
        raise ValueError(
            f"no family of values {name!r}; "
            + (f"did you mean {near[0]!r}?" if near else f"there are {', '.join(FAMILIES)}")
        )
    return FAMILIES[name]
