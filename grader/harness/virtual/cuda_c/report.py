"""What the accesses of a launch show, in words: out of bounds, races, memory that nobody had written, and waste."""

from collections.abc import Iterator, Mapping

from ..analysis.bounds import OutOfBounds, out_of_bounds
from ..analysis.cost import Cost, costs
from ..analysis.races import Access, Race, races
from ..analysis.uninitialised import Uninitialised, uninitialised
from ..trace import ATOMIC, READ, WRITE, Range, Site
from .record import Launch

_VERBS = {READ: "read", WRITE: "write", ATOMIC: "atomic operation"}


def findings(launch: Launch, names: Mapping[str, str]) -> Iterator[str]:
    """Yield one sentence for each place, or pair of places, in the source that did something wrong, or wasted much.

    Args:
        launch: that is looked at.
        names: of files, as they are shown; others keep theirs.
    """
    words = _Words(launch, names)
    yield from map(words.beyond, out_of_bounds(launch.trace))
    yield from map(words.race, (race for race in races(launch.trace) if race.shared or not launch.ordered))
    yield from map(words.early, uninitialised(launch.trace))
    yield from map(words.waste, filter(_is_wasteful, costs(launch.trace)))


class _Words:
    def __init__(self, launch: Launch, names: Mapping[str, str]) -> None:
        self._launch, self._names = launch, names

    def beyond(self, found: OutOfBounds) -> str:
        near = "of shared memory"
        if found.near is not None:
            at, count = found.offset // found.size, found.near.size // found.size
            near = f"at element {at} of {_name(found.near)}, which has {count}"
        who = self._thread(found.block, found.thread)
        verb = _VERBS[found.kind]
        return f"{verb} out of bounds at {self._place(found.site)}: {who}, the first {near} ({found.count} in all)"

    def race(self, found: Race) -> str:
        memory = "shared memory" if found.shared else self._of(found.address)
        return f"race at {self._access(found.write)} and {self._access(found.other)} on {memory}"

    def early(self, found: Uninitialised) -> str:
        memory = "shared memory" if found.shared else self._of(found.address)
        who = self._thread(found.block, found.thread)
        return (
            f"read at {self._place(found.site)} by {who} of {memory}, which nothing had been written to "
            f"({found.count} in all)"
        )

    def waste(self, found: Cost) -> str:
        unit = "passes over the banks of shared memory" if found.shared else "sectors of global memory"
        needs = f"takes {found.pieces} {unit}, where {found.ideal} could do"
        return f"{_VERBS[found.kind]} at {self._place(found.site)} {needs}"

    def _access(self, found: Access) -> str:
        who = self._thread(found.block, found.thread)
        return f"{self._place(found.site)} ({_VERBS[found.kind]}, {who})"

    def _of(self, address: int) -> str:
        near = (each for each in self._launch.trace.ranges if each.address <= address < each.address + each.size)
        return next(map(_name, near), "memory that is nobody's")

    def _place(self, site: Site) -> str:
        return f"{self._names.get(site.file, site.file)}:{site.line}"

    def _thread(self, block: int, thread: int) -> str:
        return f"thread {_index(thread, self._launch.block)} of block {_index(block, self._launch.grid)}"


def _is_wasteful(found: Cost) -> bool:
    """Return whether a place takes twice what would do, and not only because a few bytes lie across a border."""
    more = found.pieces - found.ideal
    return more >= found.ideal and more >= found.requests * (1 if found.shared else 2)


def _index(number: int, shape: tuple[int, int, int]) -> tuple[int, int, int]:
    x, y, _ = shape
    return number % x, number // x % y, number // (x * y)


def _name(found: Range) -> str:
    return repr(found.name) if found.name else f"an allocation of {found.size} bytes"
