"""Accesses cut into pieces of one size, so that those that overlap meet at equal numbers."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from ..trace import SHARED, Rows, Trace

Numbers = np.ndarray[Any, np.dtype[np.int64]]
Flags = np.ndarray[Any, np.dtype[np.bool_]]
NOWHERE = np.iinfo(np.int64).max


@dataclass(frozen=True, kw_only=True)
class Granules:
    """Pieces of accesses, in the order in which they happened.

    Attributes:
        row: index of the access.
        cell: number of the piece of memory; that of a block's shared memory differs from block to block.
    """

    row: Numbers
    cell: Numbers


def cut(trace: Trace, *, shared: bool) -> Granules:
    """Return the pieces of all accesses to shared, or to global, memory."""
    rows = trace.rows
    chosen = np.flatnonzero(is_shared(rows) == shared)
    address, size = rows["address"][chosen].astype(np.int64), rows["size"][chosen].astype(np.int64)
    if not len(chosen):
        return Granules(row=chosen, cell=address)
    # The largest power of two that divides every address and size.
    every = int(np.bitwise_or.reduce(address) | np.bitwise_or.reduce(size))
    unit = every & -every
    count = size // unit
    row = np.repeat(chosen, count)
    within = np.arange(len(row)) - np.repeat(np.cumsum(count) - count, count)
    cell = np.repeat(address // unit, count) + within
    if shared:
        cell += rows["block"][row].astype(np.int64) * (int(cell.max()) + 1)
    return Granules(row=row, cell=cell)


def is_shared(rows: Rows) -> Flags:
    """Return which accesses are to shared memory."""
    return np.asarray(rows["kind"] & SHARED != 0)


def kinds(rows: Rows) -> Numbers:
    """Return READ, WRITE or ATOMIC for each access."""
    return (rows["kind"] & ~np.uint8(SHARED)).astype(np.int64)


def grouped(*keys: Numbers) -> Numbers:
    """Return numbers from 0 that are equal where all keys are."""
    found = np.zeros(len(keys[0]), np.int64)
    for key in keys:
        _, inverse = np.unique(key, return_inverse=True)
        found = found * (int(inverse.max(initial=0)) + 1) + inverse
        # Kept small, so that the next product does not leave 64 bits.
        _, found = np.unique(found, return_inverse=True)
    return found


def first_of(group: Numbers, where: Flags) -> Numbers:
    """Return, for each group, the first index at which a condition holds; NOWHERE if at none."""
    found = np.full(int(group.max(initial=-1)) + 1, NOWHERE, np.int64)
    at = np.flatnonzero(where)[::-1]
    found[group[at]] = at
    return found
