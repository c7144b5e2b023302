"""Reductions and scans by whatever the kernel combines two elements with."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

Arrays = Sequence[Any]
Combine = Callable[[Arrays], Arrays]  # of the columns of the earlier elements, then those of the later ones

# Where one of these is all that is combined by, in a type that numpy adds up as exactly.
REDUCED: dict[str, Callable[..., Any]] = {
    "arith.addf": np.add.reduce,
    "arith.addi": np.add.reduce,
    "arith.maxsi": np.maximum.reduce,
    "arith.minsi": np.minimum.reduce,
    "arith.maxnumf": np.fmax.reduce,
    "arith.minnumf": np.fmin.reduce,
    "arith.ori": np.bitwise_or.reduce,
    "arith.andi": np.bitwise_and.reduce,
    "arith.xori": np.bitwise_xor.reduce,
}


def reduce(columns: Arrays, axis: int, combine: Combine) -> Arrays:
    """Return what is left along an axis: neighbours are combined, then the results, and so on."""
    columns = [np.moveaxis(column, axis, 0) for column in columns]
    while len(columns[0]) > 1:
        columns = combine([*(column[::2] for column in columns), *(column[1::2] for column in columns)])
    return [column[0] for column in columns]


def scan(columns: Arrays, axis: int, combine: Combine, *, reverse: bool) -> Arrays:
    """Return, for each element, what it and all before it along an axis are combined to; or all behind it."""
    columns = [np.moveaxis(column, axis, 0) for column in columns]
    columns = [np.array(column[::-1] if reverse else column) for column in columns]
    step = 1
    while step < len(columns[0]):
        found = combine([*(column[:-step] for column in columns), *(column[step:] for column in columns)])
        columns = [np.concatenate((column[:step], new)) for column, new in zip(columns, found, strict=True)]
        step *= 2
    return [np.moveaxis(column[::-1] if reverse else column, 0, axis) for column in columns]
