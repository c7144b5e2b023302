"""The memory of the virtual card, as front ends ask for it."""

import ctypes
import itertools
import random
from pathlib import Path

import pytest

from grader.harness.virtual import card
from grader.harness.virtual.memory import GRAIN, MAX_RANGES, SMALL, Memory


@pytest.fixture
def memory() -> Memory:
    return Memory()


def protection(address: int) -> str:
    """Return what Linux lets this process do with a page, as `rw`."""
    for line in Path("/proc/self/maps").read_text(encoding="ascii").splitlines():
        low, high = (int(end, 16) for end in line.split()[0].split("-"))
        if low <= address < high:
            return line.split()[1][:2]
    return ""


def test_new_memory_is_poisoned_and_aligned(memory: Memory) -> None:
    address = memory.allocate(1000)
    assert address % GRAIN == 0
    assert ctypes.string_at(address, 1000) == b"\xff" * 1000
    assert memory.used(0) == 1000
    assert memory.used(1) == 0


def test_allocations_never_overlap_and_pages_exist_as_far_as_they_are_needed(memory: Memory) -> None:
    rng = random.Random(5)  # noqa: S311 - sizes of a test
    held: list[int] = []
    for _ in range(600):
        if held and rng.random() < 0.45:
            memory.free(held.pop(rng.randrange(len(held))))
        else:
            size = rng.choice([0, 1, GRAIN, rng.randrange(1, SMALL), rng.randrange(1, 5 * card.PAGE)])
            held.append(memory.allocate(size, device=rng.randrange(card.DEVICES), poisoned=False))
        pieces = memory.allocations()
        assert [piece.address for piece in pieces] == sorted(held)
        assert all(one.address + one.room <= two.address for one, two in itertools.pairwise(pieces))
    assert all(memory.reaches(piece.address, piece.size) for piece in memory.allocations())
    for address in held:
        memory.free(address)
    assert not memory.mapped.any()
    assert [memory.used(device) for device in range(card.DEVICES)] == [0] * card.DEVICES


def test_what_is_free_again_can_be_touched_by_nobody(memory: Memory) -> None:
    address = memory.allocate(card.PAGE)
    assert protection(address) == "rw"
    memory.free(address)
    assert protection(address) == "--"
    assert not memory.reaches(address, 1)
    with pytest.raises(KeyError):
        memory.free(address)


def test_small_allocations_share_a_page_and_large_ones_do_not(memory: Memory) -> None:
    small = [memory.allocate(1000) for _ in range(10)]
    assert int(memory.mapped.sum()) == 1
    memory.free(small[3])
    assert memory.allocate(1000) == small[3], "the gap is filled first"
    memory.allocate(card.PAGE + 1)
    assert int(memory.mapped.sum()) == 3


def test_a_device_gives_no_more_than_it_has(memory: Memory) -> None:
    first = memory.allocate(card.MEMORY - 10, poisoned=False)
    with pytest.raises(MemoryError, match="out of memory"):
        memory.allocate(11)
    memory.allocate(11, device=1)
    memory.free(first)
    memory.allocate(11)


def test_an_address_belongs_to_the_allocation_around_it(memory: Memory) -> None:
    address = memory.allocate(100, device=1)
    found = memory.find(address + 99)
    assert found is not None
    assert (found.address, found.size, found.device) == (address, 100, 1)
    assert memory.find(address + 100) is None
    assert memory.find(address - 1) is None


def test_another_allocator_has_a_part_for_itself(memory: Memory) -> None:
    start = memory.reserve(10 * card.PAGE)
    assert (start - memory.base) % card.PAGE == 0
    assert protection(start) == "--"
    assert memory.allocate(card.PAGE) < start
    assert memory.reserve(1) == start - card.PAGE
    with pytest.raises(MemoryError, match="addresses"):
        memory.reserve(len(memory.mapped) * card.PAGE)


def test_memory_of_the_host_can_be_reached_while_it_is_shared(memory: Memory) -> None:
    buffer = ctypes.create_string_buffer(64)
    address = ctypes.addressof(buffer)
    assert not memory.reaches(address, 64)
    memory.share(address, 64)
    assert memory.reaches(address, 64)
    assert not memory.reaches(address, 65)
    memory.unshare(address)
    assert not memory.reaches(address, 1)
    for at in range(MAX_RANGES):
        memory.share(1000 * at + 1, 10)
    with pytest.raises(MemoryError, match="too many"):
        memory.share(1, 1)
