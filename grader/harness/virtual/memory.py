"""The memory of the virtual card: one range of addresses, whose pages exist only as far as they are handed out."""

import bisect
import ctypes
import functools
from dataclasses import dataclass

import numpy as np

from . import card
from .pages import Pages

SIZE = 4 * card.DEVICES * card.MEMORY  # bytes of addresses: all devices, and as much again for other allocators' gaps
GRAIN = 512  # bytes: what a driver aligns an allocation to
SMALL = card.PAGE // 2  # bytes: smaller allocations share a page, as a driver lets them
MAX_RANGES = 64  # of memory outside, which belongs to the host and the card can reach


@dataclass(frozen=True, kw_only=True)
class Allocation:
    """A piece of memory that was asked for; `room` is `size` in whole grains, both in bytes."""

    address: int
    size: int
    room: int
    device: int
    asked: bool  # by a program, not by the card for itself


class Memory:
    """Hands out memory, and knows what a kernel can reach.

    Attributes:
        base: the first address.
        mapped: uint8, one for each page of `card.PAGE` bytes: not 0 where there is memory.
        ranges: int64 of MAX_RANGES pairs: beginnings and ends of memory of the host that the card can reach.
        asked: bytes that programs hold, on all devices.
        most: the highest that this has been since it was last set.
    """

    def __init__(self) -> None:
        # More by one page, as systems align to smaller pages only.
        self._system = Pages(SIZE + card.PAGE)
        self.base: int = -(-self._system.start // card.PAGE) * card.PAGE
        self.mapped = np.zeros(SIZE // card.PAGE, np.uint8)
        self.ranges = np.zeros((MAX_RANGES, 2), np.int64)
        self._pages = len(self.mapped)  # those that are not reserved for another allocator
        self._used = [0] * card.DEVICES
        self.asked = self.most = 0
        self._allocations: dict[int, Allocation] = {}
        self._addresses: list[int] = []  # of all allocations, rising
        self._shared: dict[int, list[int]] = {}  # page -> addresses of the small allocations in it, rising

    def allocate(self, size: int, *, device: int = 0, poisoned: bool = True) -> int:
        """Return the address of new memory of `size` bytes.

        Args:
            size: bytes.
            device: where it lies.
            poisoned: as what a program asks for is; what the card needs for itself is not, nor is it counted as asked.

        Raises:
            MemoryError: the device, or the host, has not enough.
        """
        if self._used[device] + size > card.MEMORY:
            raise MemoryError("out of memory")
        room = max(GRAIN, -(-size // GRAIN) * GRAIN)
        address = self._small(room) if room < SMALL else self._large(room)
        self._allocations[address] = Allocation(address=address, size=size, room=room, device=device, asked=poisoned)
        bisect.insort(self._addresses, address)
        self._used[device] += size
        if poisoned:
            self.asked += size
            self.most = max(self.most, self.asked)
            ctypes.memset(address, card.POISON, size)
        return address

    def free(self, address: int) -> None:
        """Give memory back. Raises KeyError when none was handed out at this address."""
        allocation = self._allocations.pop(address)
        self._addresses.remove(address)
        self._used[allocation.device] -= allocation.size
        self.asked -= allocation.size if allocation.asked else 0
        page = (address - self.base) // card.PAGE
        if page not in self._shared:
            self._unmap(page, -(-allocation.room // card.PAGE))
            return
        self._shared[page].remove(address)
        if not self._shared[page]:
            del self._shared[page]
            self._unmap(page, 1)

    def reserve(self, size: int) -> int:
        """Return the address of a part of the range for another allocator, in whole pages.

        None of it is accessible: that allocator makes its pages so, and sets `mapped`.
        """
        count = -(-size // card.PAGE)
        if self.mapped[self._pages - count : self._pages].any() or count > self._pages:
            raise MemoryError("the virtual GPU has not so many addresses left")
        self._pages -= count
        return self.base + self._pages * card.PAGE

    def used(self, device: int) -> int:
        """Return how many bytes of a device are handed out."""
        return self._used[device]

    def allocations(self) -> list[Allocation]:
        """Return all of them, in the order of their addresses."""
        return [self._allocations[address] for address in self._addresses]

    def find(self, address: int) -> Allocation | None:
        """Return the allocation that an address lies in."""
        at = bisect.bisect_right(self._addresses, address) - 1
        found = self._allocations[self._addresses[at]] if at >= 0 else None
        return found if found and address < found.address + max(found.size, 1) else None

    def reaches(self, address: int, size: int) -> bool:
        """Return whether all of some bytes are memory that the card can reach."""
        first = (address - self.base) // card.PAGE
        last = (address + max(size, 1) - 1 - self.base) // card.PAGE
        inside = first >= 0 and last < len(self.mapped) and bool(self.mapped[first : last + 1].all())
        return inside or any(low <= address and address + size <= high for low, high in self.ranges.tolist())

    def share(self, address: int, size: int) -> None:
        """Let the card reach memory of the host. Raises MemoryError when there are too many such pieces."""
        free = np.flatnonzero(self.ranges[:, 1] == 0)
        if not len(free):
            raise MemoryError("too many pieces of host memory are mapped")
        self.ranges[free[0]] = address, address + size

    def unshare(self, address: int) -> None:
        """Take back what was shared at an address."""
        self.ranges[self.ranges[:, 0] == address] = 0

    def _small(self, room: int) -> int:
        """Return an address in a page that small allocations share."""
        for page, addresses in self._shared.items():
            start = self.base + page * card.PAGE
            for at, address in enumerate([*addresses, start + card.PAGE]):
                if address - start >= room:
                    addresses.insert(at, start)
                    return start
                start = address + self._allocations[address].room if at < len(addresses) else start
        page = self._map(1)
        self._shared[page] = [self.base + page * card.PAGE]
        return self._shared[page][0]

    def _large(self, room: int) -> int:
        return self.base + self._map(-(-room // card.PAGE)) * card.PAGE

    def _map(self, count: int) -> int:
        """Make the first gap of so many pages accessible; return its first page."""
        free = np.concatenate(([0], (self.mapped[: self._pages] == 0).astype(np.int8), [0]))
        edges = np.flatnonzero(np.diff(free))
        starts, ends = edges[::2], edges[1::2]
        fitting = starts[ends - starts >= count]
        if not len(fitting):
            raise MemoryError("out of memory")
        first = int(fitting[0])
        self._system.open(self.base + first * card.PAGE, count * card.PAGE)
        self.mapped[first : first + count] = 1
        return first

    def _unmap(self, first: int, count: int) -> None:
        self.mapped[first : first + count] = 0
        self._system.close(self.base + first * card.PAGE, count * card.PAGE)


@functools.cache
def card_memory() -> Memory:
    """Return the one memory of this process, which all front ends share."""
    return Memory()
