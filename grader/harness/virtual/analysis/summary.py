"""The costs of some launches in a few numbers."""

from collections.abc import Iterable, Mapping

from ..trace import Trace
from .cost import costs


def summary(traces: Iterable[Trace]) -> Mapping[str, int]:
    """Return the sum over launches.

    `sectors` of 32 bytes of global memory and the fewest, `ideal_sectors`, that hold the same bytes; `passes` over the
    banks of shared memory and the fewest, `ideal_passes`; `lost`, accesses that were not looked at.
    """
    found = dict.fromkeys(("sectors", "ideal_sectors", "passes", "ideal_passes", "lost"), 0)
    for trace in traces:
        found["lost"] += trace.lost
        for each in costs(trace):
            name = "passes" if each.shared else "sectors"
            found[name] += each.pieces
            found[f"ideal_{name}"] += each.ideal
    return found
