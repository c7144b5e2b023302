"""Accesses as a kernel would make them, and what the analysis says of them."""

from collections.abc import Sequence

import numpy as np

from grader.harness.virtual.analysis.bounds import out_of_bounds
from grader.harness.virtual.analysis.cost import Cost, costs
from grader.harness.virtual.analysis.races import races
from grader.harness.virtual.analysis.uninitialised import uninitialised
from grader.harness.virtual.trace import ATOMIC, READ, ROW, SHARED, WRITE, Range, Site, Trace

BASE = 1 << 30


Row = tuple[int, ...]


def _trace(
    rows: Sequence[Row],
    *,
    ranges: Sequence[Range] | None = None,
    shared: int = 4096,
    threads: int = 64,
    steps: Sequence[int] = (),
) -> Trace:
    """Rows are (line, kind, block, thread, address, size, epoch, phase); the last two may be missing."""
    filled = [(*row, *(0,) * (8 - len(row))) for row in rows]
    made = np.zeros(len(filled), ROW)
    for at, (line, kind, block, thread, address, size, epoch, phase) in enumerate(filled):
        made[at] = (address, block, epoch, thread, phase, line, size, kind)
    sites = [Site(file="k.py", line=line, function="k") for line in range(100)]
    ranges = [Range(address=BASE, size=1 << 20, name="a")] if ranges is None else ranges
    return Trace(rows=made, steps=steps, sites=sites, ranges=ranges, shared=shared, threads=threads)


def test_nothing_happened() -> None:
    empty = _trace([])
    assert (out_of_bounds(empty), races(empty), uninitialised(empty), costs(empty)) == ([], [], [], [])


def test_out_of_bounds_counts_all_and_shows_the_first() -> None:
    array = Range(address=BASE, size=4000, name="c")
    rows = [(7, WRITE, i // 256, i % 256, BASE + 4 * i, 4) for i in range(1024)]
    (found,) = out_of_bounds(_trace(rows, ranges=[array], threads=256))
    assert (found.site.line, found.count, found.block, found.thread) == (7, 24, 3, 232)
    assert (found.near, found.offset, found.kind, found.shared) == (array, 4000, WRITE, False)


def test_out_of_bounds_before_the_first_range_and_half_outside() -> None:
    array = Range(address=BASE, size=10)
    rows = [(1, READ, 0, 0, BASE - 4, 4), (2, READ, 0, 0, BASE + 8, 4), (3, READ, 0, 0, BASE + 6, 4)]
    found = out_of_bounds(_trace(rows, ranges=[array]))
    assert [(each.site.line, each.offset) for each in found] == [(1, -4), (2, 8)]


def test_out_of_bounds_of_shared_memory() -> None:
    (found,) = out_of_bounds(_trace([(1, WRITE | SHARED, 0, 5, 124, 4), (2, READ | SHARED, 0, 6, 128, 4)], shared=128))
    assert (found.site.line, found.shared, found.offset, found.near) == (2, True, 128, None)


def _neighbours(*, barrier: bool) -> Trace:
    """Each thread writes its element of shared memory and reads its neighbour's."""
    writes = [(18, WRITE | SHARED, b, t, 4 * t, 4, 0) for b in range(2) for t in range(64)]
    reads = [(21, READ | SHARED, b, t, 4 * ((t + 1) % 64), 4, int(barrier)) for b in range(2) for t in range(64)]
    return _trace(writes + reads)


def test_a_missing_barrier_is_a_race_with_both_lines() -> None:
    (found,) = races(_neighbours(barrier=False))
    assert {found.write.site.line, found.other.site.line} == {18, 21}
    assert (found.shared, found.write.kind, found.other.kind, found.count) == (True, WRITE, READ, 128)
    assert found.write.thread != found.other.thread
    assert found.write.block == found.other.block


def test_a_barrier_orders_a_block() -> None:
    assert races(_neighbours(barrier=True)) == []


def test_the_same_shared_address_in_two_blocks_is_other_memory() -> None:
    assert races(_trace([(1, WRITE | SHARED, block, 0, 0, 4) for block in range(2)])) == []


def test_blocks_that_write_the_same_element_race_whatever_their_barriers() -> None:
    (found,) = races(_trace([(1, WRITE, block, 0, BASE, 4, block) for block in range(3)]))
    assert ({found.write.block, found.other.block}, found.shared) == ({0, 1}, False)


def test_atomic_accesses_do_not_race_with_each_other() -> None:
    assert races(_trace([(1, ATOMIC, block, 0, BASE, 4) for block in range(3)])) == []


def test_an_atomic_access_races_with_a_plain_read_and_a_plain_write() -> None:
    for kind in (READ, WRITE):
        (found,) = races(_trace([(1, ATOMIC, 0, 0, BASE, 4), (2, kind, 1, 0, BASE, 4)]))
        assert {found.write.site.line, found.other.site.line} == {1, 2}


def test_a_synchronization_of_the_grid_orders_blocks() -> None:
    rows = [(1, WRITE, 0, 0, BASE, 4), (2, READ, 1, 0, BASE, 4, 1)]
    assert len(races(_trace(rows))) == 1
    assert races(_trace(rows, steps=[1])) == []


def test_a_synchronization_of_a_warp_orders_its_lanes_only() -> None:
    def rows(other: int) -> list[Row]:
        return [(1, WRITE | SHARED, 0, 0, 0, 4, 0, 0), (2, READ | SHARED, 0, other, 0, 4, 0, 1)]

    assert races(_trace(rows(1))) == []
    assert len(races(_trace(rows(32)))) == 1


def test_a_thread_does_not_race_with_itself_and_readers_do_not_race() -> None:
    own = [(1, WRITE, 0, 3, BASE, 4), (2, READ, 0, 3, BASE, 4)]
    assert races(_trace(own + [(3, READ, b, 0, BASE + 64, 4) for b in range(4)])) == []


def test_accesses_of_different_sizes_that_overlap_race() -> None:
    assert len(races(_trace([(1, WRITE, 0, 0, BASE, 8), (2, READ, 0, 1, BASE + 6, 2)]))) == 1
    assert races(_trace([(1, WRITE, 0, 0, BASE, 4), (2, READ, 0, 1, BASE + 6, 2)])) == []


def test_a_read_of_what_the_first_writer_also_wrote_races_with_the_second_writer() -> None:
    rows = [(1, WRITE, 0, 0, BASE, 4), (2, WRITE, 0, 1, BASE, 4), (3, READ, 0, 0, BASE, 4)]
    pairs = {frozenset((race.write.site.line, race.other.site.line)) for race in races(_trace(rows))}
    assert pairs == {frozenset((1, 2)), frozenset((2, 3))}


def test_shared_memory_that_nobody_wrote() -> None:
    rows = [(1, WRITE | SHARED, 0, 0, 0, 4), (2, READ | SHARED, 0, 0, 0, 4), (3, READ | SHARED, 1, 2, 0, 4)]
    (found,) = uninitialised(_trace(rows))
    assert (found.site.line, found.block, found.thread, found.shared, found.count) == (3, 1, 2, True, 1)


def test_global_memory_counts_only_where_nothing_was_in_it() -> None:
    fresh = [Range(address=BASE, size=64), Range(address=BASE + 64, size=64, initialised=False)]
    rows = [(1, READ, 0, 0, BASE, 4), (2, ATOMIC, 0, 0, BASE + 64, 4), (3, READ, 0, 1, BASE + 64, 4)]
    (found,) = uninitialised(_trace(rows, ranges=fresh))
    assert found.site.line == 2


def _cost(stride: int, *, size: int = 4, shared: bool = False, threads: int = 64) -> Cost:
    base = 0 if shared else BASE
    rows = [(1, READ | (SHARED if shared else 0), 0, t, base + stride * t, size) for t in range(threads)]
    (found,) = costs(_trace(rows, threads=threads))
    return found


def test_neighbouring_lanes_share_sectors() -> None:
    found = _cost(4)
    assert (found.requests, found.pieces, found.ideal, found.efficiency, found.busy) == (2, 8, 8, 1.0, 1.0)


def test_a_stride_of_32_elements_takes_a_sector_for_each_lane() -> None:
    found = _cost(128)
    assert (found.pieces, found.ideal, found.efficiency) == (64, 8, 0.125)


def test_all_lanes_of_one_address_take_one_sector_or_one_pass() -> None:
    assert (_cost(0).pieces, _cost(0).ideal) == (2, 2)
    assert (_cost(0, shared=True).pieces, _cost(0, shared=True).ideal) == (2, 2)


def test_banks() -> None:
    assert (_cost(4, shared=True).pieces, _cost(128, shared=True).pieces, _cost(8, shared=True).pieces) == (2, 64, 4)
    assert (_cost(132, shared=True).pieces, _cost(132, shared=True).ideal) == (2, 2)  # a row padded by one element


def test_wide_accesses_of_shared_memory_go_in_parts() -> None:
    found = _cost(8, size=8, shared=True, threads=32)
    assert (found.pieces, found.ideal) == (2, 2)


def test_a_partial_warp_is_not_divergence_but_missing_lanes_are() -> None:
    assert _cost(4, threads=40).busy == 1.0
    (found,) = costs(_trace([(1, READ, 0, t, BASE + 4 * t, 4) for t in range(0, 64, 2)]))
    assert found.busy == 0.5


def test_each_turn_of_a_loop_is_a_request() -> None:
    rows = [(1, READ, 0, t, BASE + 4 * (32 * turn + t), 4) for turn in range(3) for t in range(32)]
    (found,) = costs(_trace(rows, threads=32))
    assert (found.requests, found.pieces) == (3, 12)


def test_atomics_on_one_address() -> None:
    rows = [(1, ATOMIC, b, t, BASE, 4) for b in range(2) for t in range(32)]
    assert costs(_trace(rows, threads=32)) == [
        Cost(
            site=Site(file="k.py", line=1, function="k"), kind=ATOMIC, shared=False, accesses=64, requests=2, lanes=64,
            pieces=2, ideal=2, addresses=1,
        )
    ]  # fmt: skip
