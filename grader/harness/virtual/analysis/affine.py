"""The index formula of a kernel, fitted to what it wrote: `address = a * blockIdx + b * threadIdx + c`, in elements."""

from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np

from ..trace import WRITE, Launch, Range, Rows
from .findings import Place
from .granules import Numbers, is_shared, kinds

MOST_ROWS = 20_000  # that a formula is fitted to

Formula = dict[str, Any]


def formulas(launches: Iterable[Launch], place: Place) -> list[Formula]:
    """Return the formula of each argument that was written, by the last launch that did, where there is an exact one.

    Looked at is the line that writes most of it, and the first write there of each thread. Each formula is a dict of
    `name`, of the argument; `at`, [file, line, cell]; `block` and `thread`, factors of x, y and z, None for an index
    that never changes; `offset`; and the launch's `grid` and `threads`, in x, y and z.
    """
    found = {name: formula for launch in launches for name, formula in _of(launch, place)}
    return [formula for formula in found.values() if formula]


def _of(launch: Launch, place: Place) -> Iterator[tuple[str, Formula | None]]:
    rows = launch.trace.rows
    writes = rows[(kinds(rows) == WRITE) & ~is_shared(rows)]
    for each in launch.trace.ranges:
        address = writes["address"].astype(np.int64)
        own = writes[(address >= each.address) & (address < each.address + each.size)]
        if each.name and len(own):
            yield each.name, _formula(launch, each, own, place)


def _formula(launch: Launch, written: Range, rows: Rows, place: Place) -> Formula | None:
    sites, counts = np.unique(rows["site"], return_counts=True)
    site = int(sites[counts.argmax()])
    rows = rows[rows["site"] == site]
    thread = rows["block"].astype(np.int64) * launch.trace.threads + rows["thread"]
    rows = rows[np.sort(np.unique(thread, return_index=True)[1])][:MOST_ROWS]
    offset = rows["address"].astype(np.int64) - written.address
    size = int(rows["size"][0])
    if (rows["size"] != size).any() or (offset % size).any():
        return None
    indices = [_apart(rows["block"], launch.grid), _apart(rows["thread"], launch.block)]
    factors = _fitted([column for index in indices for column in index], offset // size)
    if factors is None:
        return None
    return {
        "name": written.name, "at": place(launch.trace.sites[site]), "block": factors[:3], "thread": factors[3:6],
        "offset": factors[6], "grid": list(launch.grid), "threads": list(launch.block),
    }  # fmt: skip


def _apart(numbers: Any, shape: tuple[int, int, int]) -> list[Numbers]:
    x, y, _ = shape
    whole = numbers.astype(np.int64)
    return [whole % x, whole // x % y, whole // (x * y)]


def _fitted(columns: list[Numbers], wanted: Numbers) -> list[int | None] | None:
    """Return whole factors of the columns that change, and last the constant; None unless they fit every row."""
    changing = [at for at, column in enumerate(columns) if len(np.unique(column)) > 1]
    table = np.stack([*(columns[at] for at in changing), np.ones_like(wanted)], axis=1)
    solved, _, rank, _ = np.linalg.lstsq(table.astype(np.float64), wanted.astype(np.float64), rcond=None)
    whole = np.rint(solved).astype(np.int64)
    if rank < table.shape[1] or (table @ whole != wanted).any():
        return None
    factors: list[int | None] = [None] * (len(columns) + 1)
    for at, factor in zip([*changing, len(columns)], whole.tolist(), strict=True):
        factors[at] = factor
    return factors
