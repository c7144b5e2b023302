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


def signs(rng: np.random.Generator, shape: Sequence[int], dtype: np.dtype[Any]) -> Array:
    """Return weights of -1, 0 and 1 (0 and 1 without a sign): products of them with `odd13` are exact."""
    return np.asarray(rng.integers(0 if dtype.kind in "bu" else -1, 2, shape), dtype)


def one_hot(rng: np.random.Generator, shape: Sequence[int], dtype: np.dtype[Any]) -> Array:
    """Return zeros and, at one place, a number of which every bit counts: each place matters alone."""
    made = np.zeros(shape, dtype)
    if made.size:
        made.reshape(-1)[rng.integers(made.size)] = _odd(rng, (1,), dtype)[0]
    return made


def equal(rng: np.random.Generator, shape: Sequence[int], dtype: np.dtype[Any]) -> Array:
    """Return one number everywhere: all keys of a histogram are the same, and no pivot divides."""
    return np.full(shape, _odd(rng, (1,), dtype)[0])


def duplicates(rng: np.random.Generator, shape: Sequence[int], dtype: np.dtype[Any]) -> Array:
    """Return numbers of which there are only four different ones."""
    return np.asarray(rng.choice(_odd(rng, (4,), dtype), shape), dtype)


def negative(rng: np.random.Generator, shape: Sequence[int], dtype: np.dtype[Any]) -> Array:
    """Return numbers below zero: their maximum is not the zero that a sloppy start value is.

    Raises:
        ValueError: the type has none.
    """
    if dtype.kind in "bu":
        raise ValueError(f"{dtype} has no negative numbers")
    return np.asarray(-np.abs(_odd(rng, shape, dtype)), dtype)


def rising(rng: np.random.Generator, shape: Sequence[int], dtype: np.dtype[Any]) -> Array:
    """Return odd integers in rising order, in C order."""
    return np.sort(_odd(rng, shape, dtype), axis=None).reshape(shape)


def falling(rng: np.random.Generator, shape: Sequence[int], dtype: np.dtype[Any]) -> Array:
    """Return odd integers in falling order, in C order."""
    return np.sort(_odd(rng, shape, dtype), axis=None)[::-1].reshape(shape)


def large(rng: np.random.Generator, shape: Sequence[int], dtype: np.dtype[Any]) -> Array:
    """Return numbers of the normal distribution with a standard deviation of 100: their exponentials overflow."""
    return np.asarray(100 * rng.standard_normal(shape), dtype)


def huge_range(rng: np.random.Generator, shape: Sequence[int], dtype: np.dtype[Any]) -> Array:
    """Return numbers of either sign whose sizes differ by a factor of up to 2**40 (2**16 in float16)."""
    if dtype.kind != "f":
        return _odd(rng, shape, dtype)
    reach = 8 if dtype.itemsize == 2 else 20
    return np.asarray(rng.choice([-1, 1], shape) * 2.0 ** rng.uniform(-reach, reach, shape), dtype)


def special(rng: np.random.Generator, shape: Sequence[int], dtype: np.dtype[Any]) -> Array:
    """Return numbers of the normal distribution, a third of them NaN, infinite or -0: a task has to say what of these.

    Raises:
        ValueError: the type has none of these.
    """
    if dtype.kind != "f":
        raise ValueError(f"{dtype} has no NaN and no infinities")
    odd = rng.choice([np.nan, np.inf, -np.inf, -0.0], shape)
    return np.asarray(np.where(rng.random(shape) < 1 / 3, odd, rng.standard_normal(shape)), dtype)


FAMILIES: Mapping[str, Family] = {
    "odd13": odd13, "signs": signs, "uniform": uniform, "normal": normal, "large": large, "huge_range": huge_range,
    "negative": negative, "duplicates": duplicates, "equal": equal, "one_hot": one_hot, "sorted": rising,
    "reversed": falling, "special": special, "arange": arange, "zeros": zeros, "ones": ones,
}  # fmt: skip


def _odd(rng: np.random.Generator, shape: Sequence[int], dtype: np.dtype[Any]) -> Array:
    """Return odd numbers, of 13 bits where they fit the type."""
    if dtype.kind == "b":
        return np.ones(shape, dtype)
    if dtype.itemsize == 1:
        return np.asarray(2 * rng.integers(0, 32, shape) + 1, dtype)
    return np.abs(odd13(rng, shape, dtype)) if dtype.kind == "u" else odd13(rng, shape, dtype)


def poison(rng: np.random.Generator, shape: Sequence[int], dtype: np.dtype[Any], *, quiet: bool) -> Array:
    """Return values that no right program would write.

    Args:
        rng: where they come from.
        shape: lengths.
        dtype: element type.
        quiet: finite numbers, large yet not so large that adding to them is lost; else NaNs with random payloads. Whole
            numbers and truth values have none: no value of one kind is one of the other, so that no right result
            equals both.
    """
    if dtype.kind == "b":
        return np.full(shape, quiet, dtype)
    if dtype.kind in "iu":
        top = np.iinfo(dtype).max
        return np.asarray(top - 2 * rng.integers(0, min(top, 1000) // 4, shape) - quiet, dtype)
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
