"""What the virtual GPU writes down of numba's kernels, and what that shows."""

import linecache
import threading
from collections.abc import Callable, Iterator
from typing import Any

import numba.cuda
import numpy as np
import pytest

from grader.harness.virtual.analysis.bounds import out_of_bounds
from grader.harness.virtual.analysis.cost import costs
from grader.harness.virtual.analysis.races import races
from grader.harness.virtual.analysis.uninitialised import uninitialised
from grader.harness.virtual.numba.core import core
from grader.harness.virtual.numba.driver import watching
from grader.harness.virtual.numba.install import install
from grader.harness.virtual.numba.state import Fault
from grader.harness.virtual.numba.watch import Order, Watch
from grader.harness.virtual.trace import ATOMIC, READ, ROW, SHARED, WRITE, Trace

cuda: Any = numba.cuda  # which ships no types

pytestmark = pytest.mark.filterwarnings("ignore::numba.core.errors.NumbaPerformanceWarning")

HEAD = "from numba import cuda, float32, int32\n@cuda.jit\n"
REDUCTION = """def kernel(a, out):
    s = cuda.shared.array(64, float32)
    t = cuda.threadIdx.x
    s[t] = a[cuda.grid(1)]
    cuda.syncthreads()
    n = 32
    while n > 0:
        if t < n:
            s[t] += s[t + n]
        cuda.syncthreads()
        n //= 2
    if t == 0:
        cuda.atomic.add(out, 0, s[0])
"""


@pytest.fixture(autouse=True, scope="module")
def _installed() -> None:
    install()


@pytest.fixture(autouse=True)
def _fresh() -> Iterator[None]:
    yield
    cuda.close()
    cuda.get_current_device().reset()


def kernel(source: str, name: str = "kernel.py") -> Any:
    text = HEAD + source
    linecache.cache[name] = (len(text), None, text.splitlines(keepends=True), name)
    made: dict[str, Any] = {}
    exec(compile(text, name, "exec"), made)  # noqa: S102 - a student's file, in short
    return made["kernel"]


def watched(source: str, launch: Any, *arguments: Any, rows: int = 100_000, order: Order = "forward") -> Watch:
    compiled = kernel(source)
    with watching(rows=rows, order=order) as watch:
        compiled[launch](*arguments)
    return watch


def traced(source: str, launch: Any, *arguments: Any) -> Trace:
    watch = watched(source, launch, *arguments)
    (launch,) = watch.launches
    found: Trace = launch.trace
    return found


def line(source: str, words: str) -> int:
    """Return the number of the only line with some words."""
    (found,) = [at for at, text in enumerate((HEAD + source).splitlines(), 1) if words in text]
    return found


VEC_ADD = "def kernel(a, b, c):\n    i = cuda.grid(1)\n    if i < c.size:\n        c[i] = a[i] + b[i]\n"


def test_every_access_is_a_row_with_its_thread_its_place_and_its_line() -> None:
    a, b = (cuda.to_device(np.ones(100, np.float32)) for _ in range(2))
    c = cuda.device_array(100, np.float32)
    trace = traced(VEC_ADD, (2, 64), a, b, c)
    rows = trace.rows
    assert (len(rows), trace.lost, trace.threads, trace.shared) == (300, 0, 64, 0)
    for array, kind in ((a, READ), (b, READ), (c, WRITE)):
        own = rows[(rows["address"] >= array.device_ctypes_pointer.value) & (rows["kind"] == kind)]
        own = own[own["address"] < array.device_ctypes_pointer.value + 400]
        assert (own["address"] == array.device_ctypes_pointer.value + 4 * np.arange(100)).all()
        assert (own["block"] * 64 + own["thread"] == np.arange(100)).all()
        assert (own["size"] == 4).all()
        assert {trace.sites[site].line for site in own["site"].tolist()} == {line(VEC_ADD, "c[i] =")}
    assert {trace.sites[site].file for site in rows["site"].tolist()} == {"kernel.py"}
    named = {each.name: each for each in trace.ranges if each.name}
    assert {name: (each.size, each.initialised) for name, each in named.items()} == {
        "a": (400, True),
        "b": (400, True),
        "c": (400, False),
    }
    assert not out_of_bounds(trace)
    assert not races(trace)
    assert not uninitialised(trace)


def test_rows_beyond_the_buffer_are_counted() -> None:
    a, b, c = (cuda.to_device(np.ones(100, np.float32)) for _ in range(3))
    watch = watched(VEC_ADD, (2, 64), a, b, c, rows=50)
    assert [(len(trace.rows), trace.lost) for trace in (each.trace for each in watch.launches)] == [(50, 250)]


def test_a_reduction_with_its_barriers_has_no_race_and_without_one_it_has() -> None:
    arguments = cuda.to_device(np.ones(128, np.float32)), cuda.to_device(np.zeros(1, np.float32))
    right = traced(REDUCTION, (2, 64), *arguments)
    assert arguments[1].copy_to_host()[0] == 128
    assert not races(right)
    assert not uninitialised(right)
    assert {kind & SHARED for kind in right.rows["kind"].tolist()} == {0, SHARED}
    assert (right.rows["kind"] == ATOMIC).sum() == 2
    assert right.rows["epoch"].max() == 7
    first, rest = REDUCTION.split("    cuda.syncthreads()\n", 1)
    wrong = first + rest
    found = races(traced(wrong, (2, 64), *arguments))
    places = {(each.write.site.line, each.other.site.line) for each in found if each.shared}
    assert (line(wrong, "s[t] = a["), line(wrong, "s[t] +=")) in places


def test_a_sum_without_atomics_races_between_blocks() -> None:
    source = "def kernel(a, out):\n    out[0] += a[cuda.grid(1)]\n"
    (found, *_) = races(traced(source, (4, 32), cuda.to_device(np.ones(128)), cuda.to_device(np.zeros(1))))
    assert not found.shared
    assert found.write.site.line == found.other.site.line == line(source, "out[0] +=")


def test_without_a_guard_the_first_access_beyond_the_end_is_named() -> None:
    source = "def kernel(a):\n    a[cuda.grid(1)] = 1\n"
    (found,) = out_of_bounds(traced(source, (4, 32), cuda.to_device(np.zeros(100, np.float32))))
    assert (found.count, found.block, found.thread, found.kind) == (28, 3, 4, WRITE)
    assert found.near is not None
    assert (found.near.name, found.offset, found.site.line) == ("a", 400, line(source, "= 1"))


def test_beyond_the_end_of_shared_memory_is_out_of_bounds_too() -> None:
    source = "def kernel(a):\n    s = cuda.shared.array(8, int32)\n    s[cuda.threadIdx.x] = 1\n    a[0] = s[0]\n"
    (found,) = out_of_bounds(traced(source, (1, 16), cuda.to_device(np.zeros(1))))
    assert (found.shared, found.count, found.thread, found.offset) == (True, 8, 8, 32)


@pytest.mark.parametrize("fresh", [True, False])
def test_new_memory_that_is_read_before_it_is_written_is_told(fresh: bool) -> None:
    source = "def kernel(a, out):\n    out[cuda.grid(1)] = a[cuda.grid(1)]\n"
    a = cuda.device_array(32, np.float32)
    if not fresh:
        watched("def kernel(a):\n    a[cuda.grid(1)] = 1\n", (1, 32), a)
    found = uninitialised(traced(source, (1, 32), a, cuda.to_device(np.zeros(32, np.float32))))
    assert [(each.site.line, each.count) for each in found] == ([(line(source, "out["), 32)] if fresh else [])


def test_neighbours_share_sectors_and_a_stride_does_not() -> None:
    a = cuda.to_device(np.zeros(32 * 32, np.float32))
    near = costs(traced("def kernel(a):\n    a[cuda.grid(1)] = 1\n", (1, 32), a))
    far = costs(traced("def kernel(a):\n    a[32 * cuda.grid(1)] = 1\n", (1, 32), a))
    assert [(each.pieces, each.ideal) for each in near] == [(4, 4)]
    assert [(each.pieces, each.ideal) for each in far] == [(32, 4)]


def test_a_column_of_a_tile_is_a_conflict_of_banks() -> None:
    source = (
        "def kernel(a):\n    s = cuda.shared.array((32, 32), float32)\n    t = cuda.threadIdx.x\n"
        "    s[t, 0] = t\n    a[t] = s[t, 0]\n"
    )
    found = costs(traced(source, (1, 32), cuda.to_device(np.zeros(32, np.float32))))
    stores = [each for each in found if each.shared and each.kind == WRITE]
    assert [(each.pieces, each.ideal) for each in stores] == [(32, 1)]


@pytest.mark.parametrize(
    ("order", "check"),
    [
        ("forward", lambda out: out == list(range(64))),
        ("reversed", lambda out: out == list(range(64))[::-1]),
        (7, lambda out: sorted(out) == list(range(64)) and out != list(range(64))),
    ],
)
def test_blocks_and_threads_run_in_the_order_that_is_asked_for(order: Order, check: Callable[[Any], bool]) -> None:
    source = "def kernel(turn, out):\n    out[cuda.atomic.add(turn, 0, 1)] = cuda.grid(1)\n"
    out = cuda.to_device(np.zeros(64, np.int64))
    watched(source, (4, 16), cuda.to_device(np.zeros(1, np.int64)), out, order=order, rows=0)
    assert check(out.copy_to_host().tolist())


def test_a_random_order_is_one_of_blocks_that_can_be_had_again() -> None:
    watch = Watch(order=3, buffer=np.zeros(0, ROW))
    one, two = (watch.schedule((4, 2, 1), (32, 1, 1)) for _ in range(2))
    assert one is not None
    assert two is not None
    assert one.blocks is not None
    assert one.blocks.tolist() == np.asarray(two.blocks).tolist()
    assert sorted(one.blocks) == list(range(8))


DIVERGENT = """def kernel(a):
    if cuda.threadIdx.x < 4:
        cuda.syncthreads()  # some
        a[0] = 1
    else:
        cuda.syncthreads()  # others
"""


def test_a_barrier_that_not_all_threads_reach_is_told_with_both_lines() -> None:
    watch = watched(DIVERGENT, (2, 8), cuda.to_device(np.zeros(1)), rows=0)
    (found,) = watch.findings
    assert (found.kind, found.block) == (Fault.SPLIT, (0, 0, 0))
    assert found.site is not None
    assert found.other is not None
    assert (found.site.line, found.other.line) == (line(DIVERGENT, "some"), line(DIVERGENT, "others"))


def test_threads_that_end_before_a_barrier_are_told_too() -> None:
    source = "def kernel(a):\n    if cuda.threadIdx.x > 4:\n        return\n    cuda.syncthreads()\n    a[0] = 1\n"
    (found,) = watched(source, (1, 8), cuda.to_device(np.zeros(1)), rows=0).findings
    assert (found.kind, found.other) == (Fault.SPLIT, None)


def test_threads_that_wait_for_each_other_for_ever_end_the_launch() -> None:
    source = (
        "def kernel(a):\n    if cuda.threadIdx.x < 16:\n        cuda.syncwarp()\n    else:\n"
        "        cuda.syncthreads()\n    a[0] = 1\n"
    )
    watch = watched(source, (1, 32), cuda.to_device(np.zeros(1)), rows=0)
    (found,) = watch.findings
    assert found.kind is Fault.DEADLOCK
    with pytest.raises(
        cuda.cudadrv.driver.CudaAPIError, match=r"LAUNCH_FAILED: .* at kernel\.py:5 and at kernel\.py:7"
    ):
        cuda.synchronize()


def test_what_touched_no_memory_is_told_with_its_thread() -> None:
    source = "def kernel(a):\n    if cuda.grid(1) == 70:\n        a[2**33] = 1\n"
    watch = watched(source, (4, 32), cuda.to_device(np.zeros(1, np.float32)), rows=0)
    (found,) = watch.findings
    assert (found.kind, found.block, found.thread, found.size, found.access) == (
        Fault.ADDRESS, (2, 0, 0), (6, 0, 0), 4, WRITE
    )  # fmt: skip
    assert found.site is not None
    assert found.site.line == line(source, "2**33")


def test_steps_of_the_whole_grid_order_its_blocks() -> None:
    source = (
        "def kernel(a, out):\n    i = cuda.grid(1)\n    a[i] = i\n    cuda.cg.this_grid().sync()\n"
        "    out[i] = a[(i + 40) % 64]\n"
    )
    a, out = cuda.to_device(np.zeros(64)), cuda.to_device(np.zeros(64))
    trace = traced(source, (2, 32), a, out)
    assert (out.copy_to_host() == (np.arange(64) + 40) % 64).all()
    assert tuple(trace.steps) == (64,)
    assert not races(trace)
    assert races(traced(source.replace("    cuda.cg.this_grid().sync()\n", ""), (2, 32), a, out))


def doubled() -> Any:
    return kernel("def kernel(a):\n    a[cuda.grid(1)] *= 2\n")


def test_arrays_of_the_host_that_a_launch_copies_are_counted() -> None:
    compiled, host, card = doubled(), np.ones(8, np.float32), cuda.to_device(np.ones(8, np.float32))
    with watching() as watch:
        compiled[1, 8](host)
        compiled[1, 8](card)
        cuda.to_device(host)
    assert (watch.copied, watch.count) == (1, 2)


def test_a_kernel_is_compiled_once_for_its_types() -> None:
    compiled, card = doubled(), cuda.to_device(np.ones(8, np.float32))
    with watching() as first:
        compiled[1, 8](card)
    with watching() as second:
        compiled[1, 8](card)
        doubled()[1, 8](card)
    assert (first.compiled, second.compiled) == (1, 1)


@pytest.mark.parametrize(
    ("wait", "unfinished", "seen"),
    [
        (lambda _stream, _event: None, 1, 0.0),
        (lambda stream, _event: stream.synchronize(), 0, 2.0),
        (lambda _stream, event: event.synchronize(), 0, 2.0),
        (lambda _stream, _event: cuda.synchronize(), 0, 2.0),
    ],
    ids=["nobody", "stream", "event", "card"],
)
def test_a_copy_that_nobody_waits_for_comes_late(wait: Any, unfinished: int, seen: float) -> None:
    compiled, stream, event = doubled(), cuda.stream(), cuda.event()
    card, host = cuda.to_device(np.ones(8, np.float32)), cuda.pinned_array(8, np.float32)
    host[:] = 0
    with watching() as watch:
        compiled[1, 8, stream](card)
        card.copy_to_host(host, stream=stream)
        event.record(stream)
        wait(stream, event)
        found = float(host[0])
    assert (found, watch.unfinished, float(host[0])) == (seen, unfinished, 2.0)


def test_all_launches_share_the_room() -> None:
    a, b, c = (cuda.to_device(np.ones(100, np.float32)) for _ in range(3))
    compiled = kernel(VEC_ADD)
    with watching(rows=350) as watch:
        compiled[2, 64](a, b, c)
        compiled[2, 64](a, b, c)
    assert [(len(each.trace.rows), each.trace.lost) for each in watch.launches] == [(300, 0), (50, 250)]


def test_of_an_array_only_the_view_is_the_argument_s() -> None:
    source = "def kernel(a, c):\n    i = cuda.grid(1)\n    c[i] = a[i + 4]\n"
    whole, c = cuda.to_device(np.ones(64, np.float32)), cuda.device_array(32, np.float32)
    (found,) = out_of_bounds(traced(source, (1, 32), whole[:32], c))
    assert (found.near and found.near.name, found.count, found.offset // 4) == ("a", 4, 32)


def test_kernels_of_numba_s_own_are_no_launches_of_the_student_s_and_fill_memory() -> None:
    total = cuda.device_array(4, np.float32)
    compiled = kernel("def kernel(a, total):\n    cuda.atomic.add(total, 0, a[cuda.grid(1)])\n")
    with watching(rows=10_000) as watch:
        total[:] = np.zeros(4, np.float32)
        total[0] = 1
        compiled[1, 8](cuda.to_device(np.ones(8, np.float32)), total)
    (launch,) = watch.launches
    assert (launch.kernel, watch.count, total.copy_to_host()[0]) == ("kernel", 1, 9.0)
    assert (races(launch.trace), uninitialised(launch.trace)) == ([], [])


def test_what_a_launch_before_has_written_is_known_when_both_are_queued() -> None:
    compiled = kernel("def kernel(a, c):\n    i = cuda.grid(1)\n    c[i] = a[i] + 1\n")
    first, last = cuda.to_device(np.ones(64, np.float32)), cuda.device_array(64, np.float32)
    between = cuda.device_array(64, np.float32)
    compiled[1, 64](first, last)  # compiled now, so that nothing waits below
    held = threading.Event()

    def hold() -> None:
        held.wait()

    with watching(rows=10_000) as watch:
        core().worker.submit(hold)
        compiled[1, 64](first, between)
        compiled[1, 64](between, last)
        held.set()
    assert [uninitialised(each.trace) for each in watch.launches] == [[], []]
