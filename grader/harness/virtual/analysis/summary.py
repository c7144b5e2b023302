"""The costs of some launches in a few numbers, each with the place in the source that costs most."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from ..trace import ATOMIC, READ, Launch, Site, Trace
from .cost import costs
from .findings import Place
from .granules import Numbers, is_shared, kinds


def summary(launches: Sequence[Launch], place: Place) -> dict[str, Any]:
    """Return the sum over launches.

    * `sectors` of 32 bytes of global memory and the fewest, `ideal_sectors`, that hold the same bytes;
    * `passes` over the banks of shared memory and the fewest, `ideal_passes`;
    * `lanes` of warps at all accesses, and how many were `idle` because a branch had left them out;
    * `reads` of elements of global memory;
    * `atomics`: the most atomic accesses to one address of global memory in one launch;
    * `work` and `most_work`: accesses of all threads, and of the busiest one, in the launch that does most of them, and
      its `threads`;
    * `at`: [file, line, cell] of what costs most, for each of `sectors`, `passes`, `idle`, `reads`, `atomics` and
      `work`, where there is any.
    """
    each = [(launch, cost) for launch in launches for cost in costs(launch.trace)]
    found: dict[str, Any] = {"at": {}}
    own, shared = ([cost for _, cost in each if cost.shared is space] for space in (False, True))
    for name, some in (("sectors", own), ("passes", shared)):
        found[name], found[f"ideal_{name}"] = sum(c.pieces for c in some), sum(c.ideal for c in some)
        _point(found["at"], name, [(c.pieces - c.ideal, c.site) for c in some], place)
    found["lanes"] = sum(cost.lanes for _, cost in each)
    found["idle"] = found["lanes"] - sum(cost.accesses for _, cost in each)
    _point(found["at"], "idle", [(cost.lanes - cost.accesses, cost.site) for _, cost in each], place)
    reads = [cost for cost in own if cost.kind == READ]
    found["reads"] = sum(cost.accesses for cost in reads)
    _point(found["at"], "reads", [(cost.accesses, cost.site) for cost in reads], place)
    atomics = [_contention(launch.trace) for launch in launches]
    found["atomics"] = max((most for most, _ in atomics), default=0)
    _point(found["at"], "atomics", [(most, site) for most, site in atomics if site], place)
    return found | _work(launches, found["at"], place)


def _point(at: dict[str, Any], name: str, amounts: Sequence[tuple[int, Site]], place: Place) -> None:
    """Remember the place of the largest amount, if that is anything; amounts of one line belong together."""
    lines: dict[tuple[str, int], int] = {}
    for amount, site in amounts:
        lines[site.file, site.line] = lines.get((site.file, site.line), 0) + amount
    file, line = max(lines, key=lambda key: lines[key], default=("", 0))
    if lines.get((file, line)):
        at[name] = place(Site(file=file, line=line, function=""))


def _contention(trace: Trace) -> tuple[int, Site | None]:
    rows = trace.rows[(kinds(trace.rows) == ATOMIC) & ~is_shared(trace.rows)]
    addresses, counts = np.unique(rows["address"], return_counts=True)
    if not len(counts):
        return 0, None
    row = rows[rows["address"] == addresses[counts.argmax()]][0]
    return int(counts.max()), trace.sites[int(row["site"])]


def _work(launches: Sequence[Launch], at: dict[str, Any], place: Place) -> dict[str, int]:
    launch = max(launches, key=lambda each: len(each.trace.rows), default=None)
    if launch is None or not len(launch.trace.rows):
        return {"work": 0, "most_work": 0, "threads": 0}
    rows = launch.trace.rows
    threads, which, counts = np.unique(_threads(launch), return_inverse=True, return_counts=True)
    busiest = rows[which.reshape(-1) == counts.argmax()]
    sites, often = np.unique(busiest["site"], return_counts=True)
    _point(at, "work", [(int(often.max()), launch.trace.sites[int(sites[often.argmax()])])], place)
    total = int(np.prod(launch.grid)) * launch.trace.threads
    return {"work": len(rows), "most_work": int(counts.max()), "threads": max(total, len(threads))}


def _threads(launch: Launch) -> Numbers:
    rows = launch.trace.rows
    return np.asarray(rows["block"].astype(np.int64) * launch.trace.threads + rows["thread"])
