"""What an exercise's own results tell of it: whether they show every input, vary, and cannot be taken for poison."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

Array = np.ndarray[Any, Any]
Values = Mapping[str, Any]


def idle(oracle: Callable[[Values], Values], arguments: Values, names: Sequence[str], expected: Values) -> list[str]:
    """Return the arguments that can be changed without a change of the results.

    Args:
        oracle: arguments to results; one that refuses the changed arguments is one that looks at them.
        arguments: of one case.
        names: of the arguments to change, one after the other.
        expected: the results for the arguments as they are.
    """
    return [name for name in names if not _shows(oracle, {**arguments, name: changed(arguments[name])}, expected)]


def _shows(oracle: Callable[[Values], Values], arguments: Values, expected: Values) -> bool:
    try:
        with np.errstate(all="ignore"):
            found = oracle(arguments)
    except Exception:  # noqa: BLE001 - the author's function was not made for such arguments
        return True
    return found.keys() != expected.keys() or any(not same(found[name], expected[name]) for name in expected)


def same(one: Any, other: Any) -> bool:
    """Return whether two values are the same, bit for bit."""
    first, second = np.asarray(one), np.asarray(other)
    return first.dtype == second.dtype and first.shape == second.shape and first.tobytes() == second.tobytes()


def changed(value: Any) -> Any:
    """Return another value of the same kind; integers of an array stay in their range where they can."""
    if not isinstance(value, np.ndarray):
        return not value if isinstance(value, bool) else value * 1.5 + 1 if isinstance(value, float) else value + 1
    if value.dtype.kind == "b":
        return ~value
    if value.dtype.kind == "f":
        return np.asarray(value * 1.5 + 1, value.dtype)
    flipped = value.reshape(-1)[::-1].reshape(value.shape)
    return value + np.ones(1, value.dtype) if (flipped == value).all() else flipped


def axes(result: Array) -> dict[str, list[int]]:
    """Return the axes that are longer than one, and those of them along which something varies."""
    long = [axis for axis, length in enumerate(result.shape) if length > 1]
    first = {axis: np.take(result, [0], axis) for axis in long}
    return {"long": long, "varied": [axis for axis in long if bool((result != first[axis]).any())]}


def legal(poisons: Sequence[Array], right: Array) -> bool:
    """Return whether a right value is that of every kind of poison in its place: nothing would tell them apart."""
    alike = np.ones(right.shape, bool)
    for poison in poisons:
        if poison.shape != right.shape:
            return False
        with np.errstate(all="ignore"):
            alike &= poison == right.astype(poison.dtype)
    return bool(alike.any()) and bool(poisons)
