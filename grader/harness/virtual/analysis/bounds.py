"""Accesses outside of all memory that there is."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from ..trace import Range, Site, Trace
from .granules import Flags, Numbers, is_shared, kinds


@dataclass(frozen=True, kw_only=True)
class OutOfBounds:
    """A place in the source that touches what does not belong to any array.

    Attributes:
        site: the place.
        kind: READ, WRITE or ATOMIC, of the first such access.
        shared: whether it was beyond a block's shared memory.
        block: of the first such access.
        thread: the same.
        near: the nearest range of global memory; None for shared memory, or when there is none.
        offset: bytes from the beginning of that range, or of shared memory; negative before it.
        size: bytes of the access.
        count: how many such accesses there were.
    """

    site: Site
    kind: int
    shared: bool
    block: int
    thread: int
    near: Range | None
    offset: int
    size: int
    count: int


def out_of_bounds(trace: Trace) -> list[OutOfBounds]:
    """Return what touches memory outside of all ranges, in the order in which it happened."""
    return list(_found(trace))


def _found(trace: Trace) -> Iterator[OutOfBounds]:
    rows, shared = trace.rows, is_shared(trace.rows)
    begin, size = rows["address"].astype(np.int64), rows["size"].astype(np.int64)
    ranges = sorted(trace.ranges, key=lambda each: each.address)
    beyond = np.where(shared, begin + size > trace.shared, ~_inside(begin, size, ranges))
    at = np.flatnonzero(beyond)
    sites, first, counts = np.unique(rows["site"][at], return_index=True, return_counts=True)
    for place in np.argsort(first):
        row = rows[at[first[place]]]
        address = int(row["address"])
        near = None if shared[at[first[place]]] else nearest(address, ranges)
        yield OutOfBounds(
            site=trace.sites[int(sites[place])], kind=int(kinds(row)), shared=bool(shared[at[first[place]]]),
            block=int(row["block"]), thread=int(row["thread"]), near=near,
            offset=address - (near.address if near else 0), size=int(row["size"]), count=int(counts[place]),
        )  # fmt: skip


def _inside(begin: Numbers, size: Numbers, ranges: list[Range]) -> Flags:
    """Return which accesses lie in a range as a whole."""
    if not ranges:
        return np.zeros(len(begin), np.bool_)
    starts = np.array([each.address for each in ranges], np.int64)
    # Ranges may overlap, as views of one array do: what an earlier one reaches is inside, too.
    ends = np.maximum.accumulate(np.array([each.address + each.size for each in ranges], np.int64))
    before = np.searchsorted(starts, begin, side="right") - 1
    return np.asarray((before >= 0) & (begin + size <= ends[before]))


def nearest(address: int, ranges: Sequence[Range]) -> Range | None:
    """Return the range that an address is nearest to; None if there are none."""

    def distance(each: Range) -> int:
        return max(each.address - address, address - (each.address + each.size), 0)

    return min(ranges, key=distance, default=None)
