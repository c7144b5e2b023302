"""What the accesses of a launch show, in words: out of bounds, races of programs, memory that nobody had written."""

from collections.abc import Iterator

from ..analysis.bounds import OutOfBounds, out_of_bounds
from ..analysis.races import Access, Race, races
from ..analysis.uninitialised import Uninitialised, uninitialised
from ..trace import ATOMIC, READ, WRITE, Range, Site
from .watch import Launch

_VERBS = {READ: "load", WRITE: "store", ATOMIC: "atomic operation"}


def findings(launch: Launch) -> Iterator[str]:
    """Yield one sentence for each place, or pair of places, in the source of a kernel that did something wrong."""
    for beyond in out_of_bounds(launch.trace):
        yield _beyond(launch, beyond)
    for race in races(launch.trace):
        yield _race(launch, race)
    for early in uninitialised(launch.trace):
        yield _early(launch, early)


def _beyond(launch: Launch, found: OutOfBounds) -> str:
    near = ""
    if found.near is not None:
        at, count = found.offset // found.size, found.near.size // found.size
        near = f", the first at element {at} of {_name(found.near)}, which has {count}"
    return (
        f"{_VERBS[found.kind]} out of bounds at {_place(found.site)}: program_id {_program(launch, found.block)}, "
        f"element {found.thread} of the tensor{near} ({found.count} in all)"
    )


def _race(launch: Launch, found: Race) -> str:
    return f"race at {_access(launch, found.write)} and {_access(launch, found.other)} on {_of(launch, found.address)}"


def _early(launch: Launch, found: Uninitialised) -> str:
    return (
        f"load at {_place(found.site)} in program_id {_program(launch, found.block)} of {_of(launch, found.address)}, "
        f"which nothing had been written to ({found.count} in all)"
    )


def _access(launch: Launch, found: Access) -> str:
    return f"{_place(found.site)} ({_VERBS[found.kind]}, program_id {_program(launch, found.block)})"


def _of(launch: Launch, address: int) -> str:
    near = [each for each in launch.trace.ranges if each.address <= address < each.address + each.size]
    return _name(near[0]) if near else "memory that is no argument"


def _name(found: Range) -> str:
    return f"argument {found.name!r}" if found.name else "memory that is no argument"


def _place(site: Site) -> str:
    return f"{site.file}:{site.line}"


def _program(launch: Launch, block: int) -> tuple[int, int, int]:
    x, y, _ = launch.grid
    return block % x, block // x % y, block // (x * y)
