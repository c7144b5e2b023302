"""Loads, stores and atomic operations on the memory that a kernel was given."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from triton._C.libtriton import interpreter as native

from .. import card
from ..memory import card_memory
from ..trace import ATOMIC, READ, ROW, WRITE, Range, Site, Trace
from .errors import cuda_error, not_emulated
from .kinds import Array, Type, decoded, encoded, rounded

_VERBS = {READ: "load", WRITE: "store", ATOMIC: "atomic operation"}
_TOP = np.uint64(2**64 - 1)
_RELAXED = native.MEM_SEMANTIC.RELAXED  # programs run one after the other: there is nothing to order


@dataclass(frozen=True, kw_only=True)
class Argument:
    """Memory that belongs to an argument.

    Attributes:
        name: of the argument.
        begin: address of the first byte that may be touched: of the whole storage.
        end: address behind the last one.
        seen: the part of it that the tensor shows.
        itemsize: bytes of an element.
    """

    name: str
    begin: int
    end: int
    seen: Range
    itemsize: int


@dataclass(frozen=True, kw_only=True)
class Place:
    """What an operation touches: elements of one type, from one place in the source."""

    kind: Type
    site: Site


@dataclass(kw_only=True)
class Accesses:
    """The memory of one launch, and what was done to it.

    Attributes:
        arguments: memory that came with the launch.
        capacity: accesses that may be written down.
        program: number of the running program.
        position: the same in x, y, z.
    """

    arguments: Sequence[Argument]
    capacity: int
    program: int = 0
    position: tuple[int, int, int] = (0, 0, 0)
    _rows: list[Any] = field(default_factory=list)
    _sites: dict[Site, int] = field(default_factory=dict)
    _epoch: int = 0
    _written: int = 0
    _lost: int = 0
    _steps: list[int] = field(default_factory=list)

    def load(self, pointers: Any, mask: Any, other: Any, place: Place) -> Any:
        """Return what lies at addresses; `other`, or 0, where the mask does not hold."""
        kind = place.kind
        addresses, active = _laid_out(pointers, mask)
        self._look(addresses, active, READ, place)
        rest = np.zeros(addresses.shape, kind.stored) if other is None else _stored(other, addresses, kind)
        found = native.load(addresses, active, rest, kind.stored)
        return decoded(np.asarray(found).reshape(np.shape(pointers)), kind.element)

    def store(self, pointers: Any, values: Any, mask: Any, place: Place) -> None:
        """Write values to addresses where the mask holds."""
        kind = place.kind
        addresses, active = _laid_out(pointers, mask)
        stored = _stored(values, addresses, kind)
        self._look(addresses, active, WRITE, place, stored)
        native.store(addresses, stored, active)

    def update(self, pointers: Any, values: Any, mask: Any, place: Place, *, name: str) -> Any:
        """Do an atomic operation, `name` as in `atomic_rmw`; return what was there before."""
        kind = place.kind
        addresses, active = _laid_out(pointers, mask)
        self._look(addresses, active, ATOMIC, place)
        if kind.element in {"bf16", "f8E5M2"}:
            return _added(addresses, active, np.asarray(values), kind, name).reshape(np.shape(pointers))
        operation = getattr(native.RMW_OP, {"exch": "XCHG"}.get(name, name.upper()))
        stored = _stored(values, addresses, kind)
        if name in {"umax", "umin", "exch"}:  # native code exchanges whole numbers only; here, bits
            stored = stored.view(f"u{stored.dtype.itemsize}")
        found = np.asarray(native.atomic_rmw(operation, addresses, stored, active, _RELAXED)).view(kind.stored)
        return decoded(np.asarray(found).reshape(np.shape(pointers)), kind.element)

    def exchange_if(self, pointers: Any, expected: Any, values: Any, place: Place) -> Any:
        """Write values where what is there is as expected; return what was there before."""
        kind = place.kind
        addresses, active = _laid_out(pointers, None)
        self._look(addresses, active, ATOMIC, place)
        wanted = _stored(expected, addresses, kind)
        found = native.atomic_cas(addresses, wanted, _stored(values, addresses, kind), _RELAXED)
        return decoded(np.asarray(found).reshape(np.shape(pointers)), kind.element)

    def begin(self, program: int, position: tuple[int, int, int], *, ordered: bool) -> None:
        """Let another program run; `ordered` if whatever it does comes after all that was done before."""
        self.program, self.position, self._epoch = program, position, 0
        if ordered and self._written and (not self._steps or self._steps[-1] != self._written):
            self._steps.append(self._written)

    def trace(self, *, anywhere: bool) -> Trace:
        """Return what was written down.

        Args:
            anywhere: whether the kernel made pointers of numbers: then it may touch all memory there is.
        """
        rows = np.concatenate(self._rows) if self._rows else np.zeros(0, ROW)
        ranges = [argument.seen for argument in self.arguments]
        ranges += _pages() if anywhere else []
        return Trace(
            rows=rows, steps=self._steps, sites=[*self._sites], ranges=ranges, shared=0, threads=1024, lost=self._lost
        )

    def _look(self, addresses: Array, active: Array, access: int, place: Place, stored: Array | None = None) -> None:
        """Write accesses down, and see that they go to memory. Raises RuntimeError as a card would report it."""
        size = place.kind.stored.itemsize
        if self.capacity:
            self._record(addresses, active, access, place, stored)
        low, high = addresses.min(initial=_TOP, where=active), addresses.max(initial=0, where=active)
        if low > high or any(each.begin <= low and high + size <= each.end for each in self.arguments):
            return
        lanes, touched = _touched(addresses, active)
        missed = ~self._reachable(touched, size)
        if missed.any():
            self._fail(lanes[missed], touched[missed], active.size, _VERBS[access], place.site)

    def _reachable(self, addresses: Array, size: int) -> Array:
        found = np.zeros(len(addresses), np.bool_)
        for each in self.arguments:
            found |= (addresses >= each.begin) & (addresses + size <= each.end)
        memory = card_memory()
        first, last = ((addresses + offset - memory.base) // card.PAGE for offset in (0, size - 1))
        inside = (first >= 0) & (last < len(memory.mapped))
        found[inside] |= (memory.mapped[first[inside]] != 0) & (memory.mapped[last[inside]] != 0)
        for low, high in memory.ranges.tolist():
            found |= (addresses >= low) & (addresses + size <= high)
        return found

    def _fail(self, lanes: Array, addresses: Array, of: int, verb: str, site: Site) -> None:
        error = cuda_error("an illegal memory access was encountered")
        where = f"{verb} out of bounds at {site.file}:{site.line}: "
        where += f"program_id {self.position}, {len(lanes)} of {of} elements"
        address = int(addresses[0])
        near = min(self.arguments, key=lambda each: max(each.seen.address - address, address - each.end), default=None)
        if near is not None:
            at, count = (address - near.seen.address) // near.itemsize, near.seen.size // near.itemsize
            where += f"; the first at element {at} of argument {near.name!r}, which has {count}"
        error.add_note(where)
        raise error

    def _record(self, addresses: Array, active: Array, access: int, place: Place, stored: Array | None) -> None:
        lanes, addresses = _touched(addresses, active)
        if access == WRITE and stored is not None and not (np.diff(addresses) > 0).all():
            # The same value written twice to one address by one store is the compiler's own habit, and no race.
            pairs = np.stack((addresses, _bits(stored.reshape(-1)[lanes])))
            kept = np.unique(pairs, axis=1, return_index=True)[1]
            lanes, addresses = lanes[kept], addresses[kept]
        room = self.capacity - self._written
        self._lost += max(len(addresses) - room, 0)
        rows = np.zeros(min(len(addresses), room), ROW)
        rows["address"], rows["thread"] = addresses[: len(rows)], lanes[: len(rows)] % (1 << 16)
        rows["block"], rows["epoch"], rows["kind"] = self.program, self._epoch, access
        rows["size"] = place.kind.stored.itemsize
        rows["site"] = self._sites.setdefault(place.site, len(self._sites))
        self._rows.append(rows)
        self._written += len(rows)
        self._epoch += 1


def _laid_out(pointers: Any, mask: Any) -> tuple[Array, Array]:
    """Return addresses, and which of them are meant, as native code wants them."""
    addresses = np.ascontiguousarray(np.atleast_1d(pointers)).view(np.uint64)
    active = np.ones(addresses.shape, np.bool_) if mask is None else _shaped(mask, addresses)
    return addresses, np.ascontiguousarray(active)


def _stored(values: Any, addresses: Array, kind: Type) -> Array:
    return np.ascontiguousarray(_shaped(encoded(values, kind.element), addresses), kind.stored)


def _added(addresses: Array, active: Array, values: Array, kind: Type, name: str) -> Array:
    """Add to numbers that native code does not know, one by one; return what was there before."""
    if name != "fadd":
        raise not_emulated(f"atomic {name} of {kind.element}")
    before = np.zeros(addresses.shape, kind.dtype)
    for at in np.flatnonzero(active):
        address, one = addresses.reshape(-1)[at : at + 1], np.ones(1, np.bool_)
        found = decoded(native.load(address, one, np.zeros(1, kind.stored), kind.stored), kind.element)
        total = rounded(found + values.reshape(-1)[at], kind.element)
        native.store(address, encoded(total, kind.element), one)
        before.reshape(-1)[at] = found[0]
    return before


def _shaped(values: Any, addresses: Array) -> Array:
    """Return an array of as many elements; only a scalar has another shape than its one address."""
    return np.asarray(values).reshape(addresses.shape)


def _touched(addresses: Array, active: Array) -> tuple[Array, Array]:
    """Return which elements touch memory, and where."""
    lanes = np.flatnonzero(active)
    return lanes, addresses.reshape(-1)[lanes].astype(np.int64)


def _bits(stored: Array) -> Array:
    return stored.view(f"i{stored.dtype.itemsize}").astype(np.int64)


def _pages() -> list[Range]:
    """Return all memory of the card in runs of whole pages."""
    memory = card_memory()
    edges = np.flatnonzero(np.diff(np.concatenate(([0], memory.mapped != 0, [0])).astype(np.int8)))
    runs = zip(edges[::2].tolist(), edges[1::2].tolist(), strict=True)
    return [Range(address=memory.base + first * card.PAGE, size=(last - first) * card.PAGE) for first, last in runs]
