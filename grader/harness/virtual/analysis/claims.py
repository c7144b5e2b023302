"""What a box tells the judge of the launches of one call, whichever front end made them."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from ..trace import Launch
from .affine import formulas
from .findings import MOST, Finding, Place, findings
from .summary import summary

MOST_LAUNCHES = 100  # that are looked at; of all others it is only known that there were some


def claims(
    launches: Sequence[Launch],
    probes: Collection[str],
    place: Place,
    *,
    count: int,
    more: Sequence[Finding] = (),
    facts: Mapping[str, int] | None = None,
) -> dict[str, Any]:
    """Return the claims of one call: what `probes` ask for.

    Args:
        launches: that were written down.
        probes: `trace` gives `findings` and `indices` (see `findings` and `affine`), `cost` gives `cost` (see
            `summary`); either gives `launches`, a dict of `count`, `lost`, the accesses that were not looked at, the
            `facts`, and `each`: kernel, grid, block and bytes of shared memory of the first launches.
        place: a site to [file, line, cell].
        count: of all launches.
        more: findings that need no record.
        facts: what else the front end has counted.
    """
    if not {"trace", "cost"} & set(probes):
        return {}
    seen = launches[:MOST_LAUNCHES]
    lost = sum(each.trace.lost for each in launches) + sum(len(each.trace.rows) for each in launches[MOST_LAUNCHES:])
    lost += count - len(launches)
    told: dict[str, Any] = {
        "launches": {"count": count, "lost": lost, **(facts or {}), "each": [_shape(each) for each in seen[:MOST]]}
    }
    if "trace" in probes:
        told |= {"findings": [*more, *findings(seen, place)][:MOST], "indices": formulas(seen, place)}
    if "cost" in probes:
        told["cost"] = summary(seen, place) | {"lost": lost}
    return told


def _shape(launch: Launch) -> dict[str, Any]:
    return {
        "kernel": launch.kernel, "grid": list(launch.grid), "block": list(launch.block), "shared": launch.trace.shared
    }  # fmt: skip
