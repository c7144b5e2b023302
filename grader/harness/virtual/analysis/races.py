"""Two threads that touch the same memory, of which one writes, and nothing makes one wait for the other."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum

import numpy as np

from ..card import WARP
from ..trace import ATOMIC, READ, WRITE, Site, Trace
from .granules import NOWHERE, Flags, Numbers, cut, first_of, grouped, kinds


class Scope(IntEnum):
    """The smallest group that both threads of a race belong to."""

    WARP = 0
    BLOCK = 1
    GRID = 2


@dataclass(frozen=True, kw_only=True)
class Access:
    """One of the two.

    Attributes:
        site: where in the source.
        kind: READ, WRITE or ATOMIC.
        block: of the thread, in the grid.
        thread: in its block.
        row: index in the trace.
    """

    site: Site
    kind: int
    block: int
    thread: int
    row: int


@dataclass(frozen=True, kw_only=True)
class Race:
    """A pair of places in the source that race.

    Attributes:
        shared: whether for shared memory.
        address: of the first case; of shared memory, from its beginning.
        scope: how far apart the two threads are at most, over all cases.
        write: the access that writes.
        other: the other one.
        count: accesses at the place of `other` that some write of `write`'s place races with.
    """

    shared: bool
    address: int
    scope: Scope
    write: Access
    other: Access
    count: int


def races(trace: Trace) -> list[Race]:
    """Return the races of a launch, shared memory's first.

    What orders two accesses is a barrier of their block, a synchronization of their warp, or one of the whole grid. Two
    atomic accesses never race. Two writes race even when both write the same value.
    """
    return [race for shared in (True, False) for race in _of_space(trace, shared=shared)]


@dataclass(frozen=True, kw_only=True)
class _Pieces:
    """Columns of all pieces of one kind of memory."""

    row: Numbers
    kind: Numbers
    cell: Numbers
    step: Numbers
    block: Numbers
    epoch: Numbers
    thread: Numbers
    phase: Numbers

    def of(self, chosen: Flags) -> "_Pieces":
        return _Pieces(**{name: column[chosen] for name, column in vars(self).items()})


def _of_space(trace: Trace, *, shared: bool) -> Iterator[Race]:
    pieces = _pieces(trace, shared=shared)
    found = [(write, other) for passes in (WRITE, ATOMIC) for write, other in _pairs(pieces, passes)]
    if not found:
        return
    writes, others = (np.concatenate(each) for each in zip(*found, strict=True))
    # A cell touched twice by the same row is one case.
    writes, others = np.unique(np.stack((writes, others)), axis=1)
    # The same two places are one race, whichever of them writes.
    places = np.sort(np.stack((trace.rows["site"][writes], trace.rows["site"][others])), axis=0)
    _, first, pair, counts = np.unique(places, axis=1, return_index=True, return_inverse=True, return_counts=True)
    scopes = np.zeros(len(first), np.int64)
    np.maximum.at(scopes, pair.reshape(-1), _scopes(trace, writes, others))
    for at, count, scope in sorted(zip(first, counts, scopes, strict=True)):
        yield Race(
            shared=shared, address=int(trace.rows["address"][others[at]]), scope=Scope(int(scope)),
            write=_access(trace, int(writes[at])), other=_access(trace, int(others[at])), count=int(count),
        )  # fmt: skip


def _scopes(trace: Trace, writes: Numbers, others: Numbers) -> Numbers:
    one, two = trace.rows[writes], trace.rows[others]
    near = np.where(one["thread"] // WARP == two["thread"] // WARP, int(Scope.WARP), int(Scope.BLOCK))
    return np.where(one["block"] == two["block"], near, int(Scope.GRID))


def _pieces(trace: Trace, *, shared: bool) -> _Pieces:
    granules = cut(trace, shared=shared)
    kind = kinds(trace.rows)[granules.row]
    cell = grouped(granules.cell)
    written = first_of(cell, kind != READ)
    matters = written[cell] != NOWHERE  # what nobody writes, nobody races for
    row = granules.row[matters]
    columns = {name: trace.rows[name][row].astype(np.int64) for name in ("block", "epoch", "thread", "phase")}
    step = np.searchsorted(np.asarray(trace.steps, np.int64), row, side="right")
    return _Pieces(row=row, kind=kind[matters], cell=cell[matters], step=step, **columns)


def _pairs(pieces: _Pieces, writing: int) -> Iterator[tuple[Numbers, Numbers]]:
    """Yield rows that write and rows that race with them.

    Args:
        pieces: all of them.
        writing: WRITE against all others, or ATOMIC against reads.
    """
    warp = pieces.thread // WARP
    together = (pieces.cell, pieces.step)
    in_block = (*together, pieces.block, pieces.epoch)
    against = np.ones(len(pieces.row), np.bool_) if writing == WRITE else pieces.kind == READ
    for group, who in (
        (together, pieces.block),
        (in_block, warp),
        ((*in_block, warp, pieces.phase), pieces.thread),
    ):
        write, other = _conflicts(grouped(*group), who, pieces.kind == writing)
        fitting = against[other]
        yield pieces.row[write[fitting]], pieces.row[other[fitting]]


def _conflicts(group: Numbers, who: Numbers, writes: Flags) -> tuple[Numbers, Numbers]:
    """Return indices of writes and of what meets them: in the same group, by somebody else."""
    first = first_of(group, writes)[group]
    has = first != NOWHERE
    by_another = has & (who != who[np.where(has, first, 0)])
    # What the writer of the first write does may still meet the first write of somebody else.
    second = first_of(group, writes & by_another)[group]
    partner = np.where(by_another, first, second)
    other = np.flatnonzero(has & (partner != NOWHERE))
    return partner[other], other


def _access(trace: Trace, at: int) -> Access:
    row = trace.rows[at]
    return Access(
        site=trace.sites[int(row["site"])], kind=int(kinds(row)), block=int(row["block"]), thread=int(row["thread"]),
        row=at,
    )  # fmt: skip
