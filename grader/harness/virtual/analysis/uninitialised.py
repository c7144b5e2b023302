"""Reads of memory that nothing had been written to."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from ..trace import READ, WRITE, Site, Trace
from .granules import Flags, Numbers, cut, first_of, grouped, kinds


@dataclass(frozen=True, kw_only=True)
class Uninitialised:
    """A place in the source that reads what nobody wrote.

    Attributes:
        site: the place.
        shared: whether in shared memory.
        block: of the first such read.
        thread: the same.
        address: the same; of shared memory, from its beginning.
        size: of the access, in bytes.
        count: how many reads there were.
    """

    site: Site
    shared: bool
    block: int
    thread: int
    address: int
    size: int
    count: int


def uninitialised(trace: Trace) -> list[Uninitialised]:
    """Return reads, before any write, of shared memory and of ranges that were not initialised."""
    return [each for shared in (True, False) for each in _of_space(trace, shared=shared)]


def _of_space(trace: Trace, *, shared: bool) -> Iterator[Uninitialised]:
    granules = cut(trace, shared=shared)
    kind = kinds(trace.rows)[granules.row]
    cell = grouped(granules.cell)
    # An atomic operation reads first.
    early = (kind != WRITE) & (np.arange(len(cell)) <= first_of(cell, kind != READ)[cell])
    if not shared:
        early &= _fresh(trace, trace.rows["address"][granules.row].astype(np.int64))
    reads = np.unique(granules.row[early])
    sites, first, counts = np.unique(trace.rows["site"][reads], return_index=True, return_counts=True)
    for at in np.argsort(first):
        row = trace.rows[reads[first[at]]]
        yield Uninitialised(
            site=trace.sites[int(sites[at])], shared=shared, block=int(row["block"]), thread=int(row["thread"]),
            address=int(row["address"]), size=int(row["size"]), count=int(counts[at]),
        )  # fmt: skip


def _fresh(trace: Trace, address: Numbers) -> Flags:
    """Return which addresses lie in a range that was not initialised."""
    found = np.zeros(len(address), np.bool_)
    for each in trace.ranges:
        if not each.initialised:
            found |= (address >= each.address) & (address < each.address + each.size)
    return found
