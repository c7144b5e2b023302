"""What a card would have to do for the accesses of each place in the source, counted, not timed.

A request is what the lanes of one warp ask together: their accesses at the same place, each lane's first ones, its
second ones, and so on. Sectors and banks: CUDA C++ Best Practices Guide, "Coalesced Access to Global Memory" and
"Shared Memory and Memory Banks".
"""

from dataclasses import dataclass

import numpy as np

from ..card import BANKS, SECTOR, WARP
from ..trace import Site, Trace
from .granules import Numbers, grouped, is_shared, kinds

_BANK = 4  # bytes


@dataclass(frozen=True, kw_only=True)
class Cost:
    """What one place in the source costs.

    Attributes:
        site: the place.
        kind: READ, WRITE or ATOMIC.
        shared: whether it touches shared memory.
        accesses: of all threads.
        requests: of all warps.
        lanes: that could have taken part in those requests; fewer accesses mean that branches diverged.
        pieces: sectors of 32 bytes for global memory; passes over the banks for shared memory.
        ideal: the fewest pieces that hold those bytes.
        addresses: different ones. Atomic accesses to the same address wait for each other.
    """

    site: Site
    kind: int
    shared: bool
    accesses: int
    requests: int
    lanes: int
    pieces: int
    ideal: int
    addresses: int

    @property
    def efficiency(self) -> float:
        """Share of the pieces that was needed, from 0 to 1."""
        return self.ideal / self.pieces

    @property
    def busy(self) -> float:
        """Share of the lanes that took part, from 0 to 1."""
        return self.accesses / self.lanes


def costs(trace: Trace) -> list[Cost]:
    """Return the costs of all places, in the order of their lines."""
    rows = trace.rows
    key = rows["site"].astype(np.int64) * 8 + rows["kind"]
    found = [_cost(trace, np.flatnonzero(key == each)) for each in np.unique(key)]
    return sorted(found, key=lambda each: (each.site.file, each.site.line, each.kind, each.shared))


def _cost(trace: Trace, at: Numbers) -> Cost:
    rows = trace.rows[at]
    block, thread = rows["block"].astype(np.int64), rows["thread"].astype(np.int64)
    address, size = rows["address"].astype(np.int64), rows["size"].astype(np.int64)
    warp, turn = thread // WARP, _turns(block * trace.threads + thread)
    request = grouped(block, warp, turn)
    shared = bool(is_shared(rows)[0])
    pieces, ideal = (_passes if shared else _sectors)(request, thread % WARP, address, size)
    firsts = np.unique(request, return_index=True)[1]
    return Cost(
        site=trace.sites[int(rows["site"][0])], kind=int(kinds(rows)[0]), shared=shared, accesses=len(rows),
        requests=len(firsts), lanes=int(np.minimum(WARP, trace.threads - warp[firsts] * WARP).sum()), pieces=pieces,
        ideal=ideal, addresses=len(np.unique(grouped(block, address) if shared else address)),
    )  # fmt: skip


def _turns(thread: Numbers) -> Numbers:
    """Return how many accesses the same thread made before each."""
    order = np.argsort(thread, kind="stable")
    fresh = np.r_[True, np.diff(thread[order]) != 0] if len(thread) else np.zeros(0, np.bool_)
    starts = np.flatnonzero(fresh)
    turn = np.empty(len(thread), np.int64)
    turn[order] = np.arange(len(thread)) - np.repeat(starts, np.diff(np.r_[starts, len(thread)]))
    return turn


def _sectors(request: Numbers, _lane: Numbers, address: Numbers, size: Numbers) -> tuple[int, int]:
    """Return how many sectors all requests touch, and how few could hold their bytes."""
    # An access is at most 16 bytes long: it lies in one sector, or in two.
    ends = np.concatenate((address // SECTOR, (address + size - 1) // SECTOR))
    touched = len(np.unique(grouped(np.tile(request, 2), ends)))
    first = np.unique(grouped(request, address), return_index=True)[1]
    needed = np.bincount(request[first], weights=size[first])
    return touched, int(np.ceil(needed / SECTOR).sum())


def _passes(request: Numbers, lane: Numbers, address: Numbers, size: Numbers) -> tuple[int, int]:
    """Return how many passes over the banks all requests take, and how few there could be."""
    words = np.maximum(size // _BANK, 1)
    part = grouped(request, lane * words // WARP)  # wide accesses go half a warp or a quarter at a time
    lines, parts, banks = [], [], []
    for offset in range(int(words.max(initial=0))):
        has = offset < words
        word = address[has] // _BANK + offset
        lines.append(word)
        parts.append(part[has])
        banks.append(word % BANKS)
    word, part, bank = np.concatenate(lines), np.concatenate(parts), np.concatenate(banks)
    different = np.unique(grouped(part, word), return_index=True)[1]
    place = part[different] * BANKS + bank[different]
    conflicts = np.bincount(place, minlength=(int(part.max()) + 1) * BANKS).reshape(-1, BANKS)
    return int(conflicts.max(axis=1).sum()), int(part.max()) + 1
