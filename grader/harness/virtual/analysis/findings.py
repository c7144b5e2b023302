"""What launches show, as plain data that crosses the wall: the same in every front end.

A finding is a dict of

* `kind`: `race`, `out_of_bounds`, `uninitialised`; `barrier`, one that not all threads of a block reach; `unfinished`,
  copies to the host that nobody had waited for when the call ended; `copy`, one that goes wrong, see `copying`;
* `space`: `shared` or `global`, `host` for memory that is not the card's; empty for the last three kinds;
* `name`: of the argument that was touched, empty where it is not known;
* `element`: index in that array, or in a block's shared memory, of the size of the access; negative before it;
* `length`: elements that there are;
* `count`: how often it happened;
* `sides`: up to two threads, each with `at` [file, line, cell], `verb`, and its `block` and `thread` [x, y, z]; of a
  race the first one writes;
* for a race its `scope`, the smallest group of threads that it stays within, and `pattern`, see `_pattern`.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..card import WARP
from ..trace import ATOMIC, READ, WRITE, Launch, Range, Site
from .bounds import OutOfBounds, nearest, out_of_bounds
from .granules import kinds
from .races import Access, Race, Scope, races
from .uninitialised import Uninitialised, uninitialised

MOST = 20  # findings that are told of
NOWHERE = Site(file="", line=0, function="")
VERBS = {READ: "read", WRITE: "write", ATOMIC: "atomic"}

Finding = dict[str, Any]
Place = Callable[[Site], list[Any]]  # a site as [file, line, cell]


def places(known: Mapping[str, tuple[str, int | None]]) -> Place:
    """Return what turns a site into [file, line, cell]: `known` has the student's file and cell by a source's name."""

    def place(site: Site) -> list[Any]:
        file, cell = known.get(site.file, (site.file, None))
        return [file, site.line, cell]

    return place


def findings(launches: Iterable[Launch], place: Place) -> list[Finding]:
    """Return what some launches did wrong: each place, or pair of places, once, and at most `MOST`."""
    found: dict[str, Finding] = {}
    for launch in launches:
        for each in _of(launch, place):
            key = repr((each["kind"], each["space"], each["name"], [side["at"] for side in each["sides"]]))
            found.setdefault(key, each)
    return list(found.values())[:MOST]


def barrier(sites: Iterable[Site | None], block: tuple[int, int, int], place: Place) -> Finding:
    """Return the finding of a barrier: where threads of a block wait, while others have ended or wait elsewhere."""
    sides = [{"at": place(site), "verb": "wait", "block": list(block), "thread": []} for site in sites if site]
    return {"kind": "barrier", "space": "", "name": "", "element": 0, "length": 0, "count": 1, "sides": sides}


def unfinished(count: int) -> Finding:
    """Return the finding of copies to the host that nobody had waited for when the call ended."""
    return {"kind": "unfinished", "space": "", "name": "", "element": 0, "length": 0, "count": count, "sides": []}


def copying(pattern: str, count: int) -> Finding:
    """Return the finding of copies between host and card.

    Args:
        pattern: `reversed`, the direction is the other way round; `too_large`, more than the card's array holds;
            `elements`, of as many bytes as the card's array has elements.
        count: how many there were.
    """
    bare = {"kind": "copy", "space": "", "name": "", "element": 0, "length": 0, "count": count, "sides": []}
    return {**bare, "pattern": pattern}


@dataclass(frozen=True, kw_only=True)
class Wild:
    """An access so far from all memory of the card that the launch has failed.

    Attributes:
        site: where; None if that is not known.
        kind: READ, WRITE or ATOMIC.
        block: of the thread, in x, y and z.
        thread: in its block, in the same way.
        address: that was touched.
        size: bytes.
    """

    site: Site | None
    kind: int
    block: tuple[int, int, int]
    thread: tuple[int, int, int]
    address: int
    size: int


def wild(found: Wild, ranges: Sequence[Range], place: Place, hosts: Sequence[Range] = ()) -> Finding:
    """Return the finding of a wild access, where `ranges` are memory of the card, and `hosts` arrays of the host's."""
    address, size = found.address, max(found.size, 1)
    host = next((each for each in hosts if each.address <= address < each.address + each.size), None)
    near = host or nearest(address, ranges) or Range(address=0, size=0)
    side = {
        "at": place(found.site or NOWHERE), "verb": VERBS[found.kind], "block": list(found.block),
        "thread": list(found.thread),
    }  # fmt: skip
    return {
        "kind": "out_of_bounds", "space": "host" if host else "global", "name": near.name,
        "element": (address - near.address) // size, "length": near.size // size, "count": 1, "sides": [side],
    }  # fmt: skip


def _of(launch: Launch, place: Place) -> Iterator[Finding]:
    words = _Words(launch, place)
    yield from map(words.beyond, out_of_bounds(launch.trace))
    yield from map(words.race, (race for race in races(launch.trace) if race.shared or not launch.ordered))
    yield from map(words.early, uninitialised(launch.trace))


class _Words:
    def __init__(self, launch: Launch, place: Place) -> None:
        self._launch, self._place = launch, place

    def beyond(self, found: OutOfBounds) -> Finding:
        whole = found.near.size if found.near else self._launch.trace.shared
        return {
            "kind": "out_of_bounds", **_space(shared=found.shared), "name": found.near.name if found.near else "",
            "element": found.offset // found.size, "length": whole // found.size, "count": found.count,
            "sides": [self._side(found.site, found.kind, found.block, found.thread)],
        }  # fmt: skip

    def race(self, found: Race) -> Finding:
        row = self._launch.trace.rows[found.write.row]
        return {
            "kind": "race", **self._target(found.address, int(row["size"]), shared=found.shared), "count": found.count,
            "scope": self._scope(found), "pattern": _pattern(self._launch, found),
            "sides": [self._side(e.site, e.kind, e.block, e.thread) for e in (found.write, found.other)],
        }  # fmt: skip

    def _scope(self, found: Race) -> str:
        """Return the scope; where a block is no more than a warp, it is the block."""
        alone = found.scope is Scope.WARP and self._launch.trace.threads <= WARP
        return (Scope.BLOCK if alone else found.scope).name.lower()

    def early(self, found: Uninitialised) -> Finding:
        return {
            "kind": "uninitialised", **self._target(found.address, found.size, shared=found.shared),
            "count": found.count, "sides": [self._side(found.site, READ, found.block, found.thread)],
        }  # fmt: skip

    def _target(self, address: int, size: int, *, shared: bool) -> Finding:
        """Return which element of what an address is."""
        trace = self._launch.trace
        if shared:
            return {**_space(shared=True), "name": "", "element": address // size, "length": trace.shared // size}
        inside = (each for each in trace.ranges if each.address <= address < each.address + each.size)
        near = next(inside, Range(address=address, size=size))
        element = (address - near.address) // size
        return {**_space(shared=False), "name": near.name, "element": element, "length": near.size // size}

    def _side(self, site: Site, kind: int, block: int, thread: int) -> Finding:
        return {
            "at": self._place(site), "verb": VERBS[kind], "block": _index(block, self._launch.grid),
            "thread": _index(thread, self._launch.block),
        }  # fmt: skip


def _space(*, shared: bool) -> Finding:
    return {"space": "shared" if shared else "global"}


def _pattern(launch: Launch, race: Race) -> str:
    """Return what kind of mistake the first case of a race looks like.

    * `update`: both threads read the element and write it back at the same line, as `count[0] += 1` does;
    * `writes`: both write, and it is no such update;
    * `reuse`: the writer reads at the other's line before it writes: memory that is filled anew too early;
    * `order`: one writes what the other reads.
    """
    rows, sites = launch.trace.rows, launch.trace.sites
    one, two = race.write, race.other
    here = (rows["address"] == rows["address"][two.row]) & ((rows["kind"] >= 4) == race.shared)
    updates = [_updates(launch, here, each) for each in (one, two)]
    if _line(one.site) == _line(two.site) and all(updates):
        return "update"
    if two.kind == WRITE and one.kind == WRITE:
        return "writes"
    mine = (rows["block"] == one.block) & (rows["thread"] == one.thread) & (rows["epoch"] == rows["epoch"][one.row])
    before = np.unique(rows["site"][: one.row][mine[: one.row]])
    reused = _line(one.site) != _line(two.site) and any(_line(sites[int(at)]) == _line(two.site) for at in before)
    return "reuse" if reused else "order"


def _updates(launch: Launch, here: Any, access: Access) -> bool:
    """Return whether the thread of an access reads and writes one element, all of whose accesses are `here`."""
    rows = launch.trace.rows
    own = rows[here & (rows["block"] == access.block) & (rows["thread"] == access.thread)]
    same = [_line(launch.trace.sites[int(at)]) == _line(access.site) for at in own["site"]]
    found = set(kinds(own)[np.array(same, np.bool_)].tolist())
    return {READ, WRITE} <= found


def _line(site: Site) -> tuple[str, int]:
    return site.file, site.line


def _index(number: int, shape: tuple[int, int, int]) -> list[int]:
    x, y, _ = shape
    return [number % x, number // x % y, number // (x * y)]
