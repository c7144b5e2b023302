"""What a watch has seen of numba's launches, as claims."""

from collections.abc import Collection, Iterator
from typing import Any

from ..analysis.claims import claims
from ..analysis.findings import Finding, Place, Wild, barrier, unfinished, wild
from .machine import Failure
from .state import Fault
from .watch import Watch


def report(watch: Watch, probes: Collection[str], place: Place) -> dict[str, Any]:
    """Return the claims of what was watched; see `analysis.claims`."""
    facts = {"compiled": watch.compiled, "copied": watch.copied}
    return claims(watch.launches, probes, place, count=watch.count, more=[*_more(watch, place)], facts=facts)


def _more(watch: Watch, place: Place) -> Iterator[Finding]:
    if watch.unfinished:
        yield unfinished(watch.unfinished)
    for each in watch.findings:
        yield _failed(watch, each, place)


def _failed(watch: Watch, failure: Failure, place: Place) -> Finding:
    if failure.kind is not Fault.ADDRESS:
        return barrier((failure.site, failure.other), failure.block, place)
    ranges = watch.launches[-1].trace.ranges if watch.launches else ()
    touched = Wild(
        site=failure.site, kind=failure.access, block=failure.block, thread=failure.thread, address=failure.address,
        size=failure.size,
    )  # fmt: skip
    return wild(touched, ranges, place)
