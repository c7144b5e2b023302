"""What the launches of a library have shown, as claims."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from ..analysis.claims import claims
from ..analysis.findings import VERBS, Finding, Place, Wild, barrier, copying, wild
from ..trace import Range, Site
from .faults import sites_of
from .library import Library
from .record import Copy, Record

_TO_CARD, _FROM_CARD = 1, 2  # of cudaMemcpyKind
_ITEMS = (2, 4, 8)  # bytes of an element


@dataclass(frozen=True, kw_only=True)
class Surroundings:
    """What belongs to a record.

    Attributes:
        library: that launched.
        source: name of what was compiled.
        place: a site to [file, line, cell].
        hosts: arrays of the host's that the function was given.
    """

    library: Library
    source: str
    place: Place
    hosts: Sequence[Range]


def report(record: Record, around: Surroundings, probes: Collection[str]) -> dict[str, Any]:
    """Return the claims of what was recorded; see `analysis.claims`."""
    more = [*_copies(record.copies), *_fault(record, around)]
    return claims(record.launches, probes, around.place, count=record.count, more=more)


def _copies(copies: Iterable[Copy]) -> Iterator[Finding]:
    """Yield one finding for each way in which copies between host and card went wrong."""
    found = Counter(pattern for each in copies if (pattern := _wrong(each)))
    yield from (copying(pattern, count) for pattern, count in found.items())


def _wrong(copy: Copy) -> str:
    """Return what is wrong with a copy, or looks wrong: see `findings.copying`; empty if nothing does."""
    to_card, room = copy.target_room >= 0, max(copy.target_room, copy.source_room)
    if (copy.target_room >= 0) == (copy.source_room >= 0):
        return ""
    if copy.refused and copy.kind == (_FROM_CARD if to_card else _TO_CARD):
        return "reversed"
    if copy.refused:
        return "too_large" if copy.size > room else ""
    return "elements" if any(copy.size * size == room for size in _ITEMS) else ""


def _fault(record: Record, around: Surroundings) -> Iterator[Finding]:
    """Yield what stopped a kernel, or the first barrier that not all threads of a block reached."""
    library, place = around.library, around.place
    native = library.native.vgpu_fault().contents
    x, y, z = (int(each) for each in native.block)
    if native.split or (native.line and native.other_line):
        lines = dict.fromkeys((native.line, native.other_line))
        yield barrier([Site(file=around.source, line=line, function="") for line in lines], (x, y, z), place)
    elif native.kind in VERBS and native.size and not native.host:
        (site,) = sites_of(library.path, [native.place - native.base]) if native.place and native.base else (None,)
        ranges: list[Range] = [*record.launches[-1].trace.ranges] if record.launches else []
        tx, ty, tz = (int(each) for each in native.thread)
        touched = Wild(
            site=site, kind=native.kind, block=(x, y, z), thread=(tx, ty, tz), address=native.address, size=native.size
        )
        yield wild(touched, ranges, place, around.hosts)
