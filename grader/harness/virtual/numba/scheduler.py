"""Runs the threads of a grid as fibers: each until it waits, and all of a block in turn until they are done."""

import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
from numba import njit, types
from numba.core import serialize
from numba.core.compiler import CompileResult
from numba.core.registry import cpu_target
from numba.core.runtime.nrt import rtsys

from ..card import POISON, WARP
from .fibers import machine
from .state import MAX_STEPS, Fault, Fiber, Life, Slot, Wait

STEP = 320  # bytes by which neighbouring stacks differ, so that they do not all lie in the same lines of the cache
STEPS = 61

_STACK, _STATE, _KIND, _SITE, _MASK, _VALUE, _EXTRA, _EPOCH, _PHASE = (int(each) for each in list(Fiber)[: Fiber.COUNT])
_READY, _WAITING, _DONE = int(Life.READY), int(Life.WAITING), int(Life.DONE)
_COUNT, _AND, _OR, _GRID = int(Wait.COUNT), int(Wait.AND), int(Wait.OR), int(Wait.GRID)
_SHUFFLE, _VOTE, _ANY, _ALL, _ACTIVE = (
    int(each) for each in (Wait.SHUFFLE, Wait.VOTE, Wait.MATCH_ANY, Wait.MATCH_ALL, Wait.ACTIVE)
)
_TID, _NTID, _CTAID, _NCTAID = int(Slot.TID), int(Slot.NTID), int(Slot.CTAID), int(Slot.NCTAID)
_FAULT, _AT, _OTHER = int(Slot.FAULT), int(Slot.SITE), int(Slot.OTHER)
_SLOT_EPOCH, _SLOT_PHASE, _SLOT_STEPS, _RECORDS = (
    int(each) for each in (Slot.EPOCH, Slot.PHASE, Slot.STEPS, Slot.RECORDS)
)
_SPLIT, _SPLIT_SITE, _SPLIT_OTHER = int(Slot.SPLIT), int(Slot.SPLIT_SITE), int(Slot.SPLIT_OTHER)
_DEADLOCK = int(Fault.DEADLOCK)
_FRAME = machine()
_WORDS, _ARGUMENT, _ENTRY, _EXIT, _RESUME = _FRAME.words, _FRAME.argument, _FRAME.entry, _FRAME.exit, _FRAME.resume

Run = Callable[..., None]
compiled: Callable[[Any], Any] = njit(
    error_model="numpy", nogil=True
)  # without the GIL: the host goes on while a kernel runs

_SIGNATURE = types.void(
    types.int64[::1], types.int64[:, ::1], types.int64[::1], types.int64[::1], *[types.int64] * 5,
    types.int64[::1], types.int64[::1], types.int64[:, ::1], types.int64, types.uint8[::1], types.uint8[:, ::1],
)  # fmt: skip
_dumps: Any = serialize.dumps
_rebuild: Any = CompileResult._rebuild  # noqa: SLF001 - the other half of what numba's own cache does
_resume = types.ExternalFunction("virtual_resume", types.void(types.int64))


def build() -> bytes:
    """Return the compiled scheduler for `load`: to compile it takes seconds."""
    _run.compile(_SIGNATURE)
    result: Any = _run.overloads[_SIGNATURE.args]
    found: bytes = _dumps(result._reduce())  # noqa: SLF001 - what numba's own cache on disk does
    return found


def load(built: bytes) -> Run:
    """Return the scheduler; LLVM must know `virtual_resume` by then.

    It takes the slots, the rows of the fibers and the steps of the grid; the stacks as int64, and the bytes of one; the
    addresses of a thread's entry, of its parameters, of `virtual_exit` and of `virtual_start`; the orders of blocks and
    of threads; x, y and z of each thread; how many blocks run at once; shared memory as uint8, and where each of those
    blocks keeps its own while another runs.
    """
    rtsys.initialize(cpu_target.target_context)  # the compiled code refers to numba's runtime
    parts = pickle.loads(built)  # noqa: S301 - `build` has made it
    result: Any = _rebuild(cpu_target.target_context, *parts)
    run: Run = result.entry_point
    return run


@compiled
def _copy(source: Any, target: Any) -> Any:
    for at in range(len(source)):  # an assignment of slices would take numba a second to compile
        target[at] = source[at]


@compiled
def begin(fibers: Any, stacks: Any, at: Any, stack: Any, entry: Any, parameters: Any, leave: Any, start: Any) -> Any:
    """Lay the first frame of a fiber onto its stack."""
    top = (at + 1) * stack - at % STEPS * STEP - 512  # a print may read beyond what it was given
    frame = top // 16 * 2 - _WORDS
    stacks[frame + _ARGUMENT] = parameters
    stacks[frame + _ENTRY] = entry
    stacks[frame + _EXIT] = leave
    stacks[frame + _RESUME] = start
    fibers[at, _STACK] = stacks.ctypes.data + frame * 8
    fibers[at, _STATE] = _READY
    fibers[at, _EPOCH] = fibers[at, _PHASE] = 0


@compiled
def _stuck(slots: Any, fibers: Any, count: Any) -> Any:
    """Tell where two threads wait for what never comes."""
    slots[_FAULT] = _DEADLOCK
    slots[_AT] = slots[_OTHER] = -1
    for at in range(count):
        if fibers[at, _STATE] == _WAITING:
            site = fibers[at, _SITE]
            if slots[_AT] == -1:
                slots[_AT] = site
            elif site != slots[_AT]:
                slots[_OTHER] = site


@compiled
def _block(slots: Any, fibers: Any, first: Any, last: Any, number: Any) -> Any:
    """Let a block go on when all of its threads that are left wait at a barrier, whichever, as cards since 2017 do."""
    count, total, every, site, other = 0, 0, 1, -1, -1
    for at in range(first, last):
        if fibers[at, _STATE] == _DONE:
            continue
        if fibers[at, _STATE] != _WAITING or fibers[at, _KIND] > _OR:
            return False
        count += 1
        total += fibers[at, _VALUE] != 0
        every &= fibers[at, _VALUE] != 0
        if site == -1:
            site = fibers[at, _SITE]
        elif site != fibers[at, _SITE]:
            other = fibers[at, _SITE]
    if not slots[_SPLIT] and count > 0 and (count < last - first or other != -1):
        slots[_SPLIT], slots[_SPLIT_SITE], slots[_SPLIT_OTHER] = number + 1, site, other
    for at in range(first, last):
        if fibers[at, _STATE] == _WAITING:
            kind = fibers[at, _KIND]
            fibers[at, _VALUE] = total if kind == _COUNT else every if kind == _AND else total > 0
            fibers[at, _STATE] = _READY
            fibers[at, _EPOCH] += 1
            fibers[at, _PHASE] = 0
    return count > 0


@compiled
def _everywhere(slots: Any, fibers: Any, steps: Any, count: Any) -> Any:
    """Let all blocks go on when all threads that are left wait for the grid."""
    for at in range(count):
        if fibers[at, _STATE] != _DONE and fibers[at, _KIND] != _GRID:
            return False
    for at in range(count):
        if fibers[at, _STATE] == _WAITING:
            fibers[at, _STATE] = _READY
            fibers[at, _EPOCH] += 1
            fibers[at, _PHASE] = 0
    if slots[_SLOT_STEPS] < MAX_STEPS:
        steps[slots[_SLOT_STEPS]] = slots[_RECORDS]
        slots[_SLOT_STEPS] += 1
    return True


@compiled
def _active(fibers: Any, first: Any, last: Any) -> Any:
    """Let the lanes go on that ask together, at the first such place, which lanes are active."""
    site = -1
    for at in range(first, last):
        if fibers[at, _STATE] == _WAITING and fibers[at, _KIND] == _ACTIVE and (site < 0 or fibers[at, _SITE] < site):
            site = fibers[at, _SITE]
    mask = 0
    for at in range(first, last):
        if fibers[at, _STATE] == _WAITING and fibers[at, _KIND] == _ACTIVE and fibers[at, _SITE] == site:
            mask |= 1 << (at - first)
    for at in range(first, last):
        if mask >> (at - first) & 1:
            fibers[at, _VALUE] = mask
            fibers[at, _STATE] = _READY
    return mask != 0


@compiled
def _warp(fibers: Any, first: Any, last: Any) -> Any:
    """Let those lanes of a warp go on all of whose partners wait for the same."""
    moved = False
    values, states = np.empty(WARP, np.int64), np.empty(WARP, np.int64)
    for at in range(first, last):
        values[at - first], states[at - first] = fibers[at, _VALUE], fibers[at, _STATE]
    for at in range(first, last):
        kind, mask, lane = fibers[at, _KIND], fibers[at, _MASK], at - first
        if states[lane] != _WAITING or kind <= _GRID or kind == _ACTIVE or not mask >> lane & 1:
            continue
        together = True
        for other in range(last - first):
            if mask >> other & 1 and states[other] != _DONE:
                row = first + other
                together &= states[other] == _WAITING and fibers[row, _KIND] == kind and fibers[row, _MASK] == mask
        if together:
            fibers[at, _VALUE] = _answer(kind, mask, lane, fibers[at, _EXTRA], values, states, last - first)
            fibers[at, _STATE] = _READY
            fibers[at, _PHASE] += 1
            moved = True
    return moved


@compiled
def _answer(kind: Any, mask: Any, lane: Any, extra: Any, values: Any, states: Any, lanes: Any) -> Any:
    """Return what a lane gets: 32 bits of value, above them whether it holds."""
    if kind == _SHUFFLE:
        return _shuffled(lane, extra, values, states, lanes)
    if kind == _VOTE:
        return _voted(mask, extra, values, states, lanes)
    same = 0
    for other in range(lanes):
        if mask >> other & 1 and states[other] != _DONE and values[other] == values[lane]:
            same |= 1 << other
    if kind == _ANY:
        return same
    if kind == _ALL:
        present = 0
        for other in range(lanes):
            if mask >> other & 1 and states[other] != _DONE:
                present |= 1 << other
        return (1 << 32) | present if same == present else 0
    return 0


@compiled
def _shuffled(lane: Any, extra: Any, values: Any, states: Any, lanes: Any) -> Any:
    """Return what shfl.sync gives: see its section in the PTX ISA, whose names these are."""
    b, c, mode = extra & 31, extra >> 32 & 0xFFFF, extra >> 48
    segment, clamp = c >> 8 & 31, c & 31
    highest = (lane & segment) | (clamp & ~segment & 31)
    lowest = lane & segment
    if mode == 1:
        j = lane - b
        valid = j >= highest
    elif mode == 2:
        j = lane + b
        valid = j <= highest
    elif mode == 3:
        j = lane ^ b
        valid = j <= highest
    else:
        j = lowest | (b & ~segment & 31)
        valid = j <= highest
    source = j if valid and j < lanes and states[j] != _DONE else lane
    return values[source] | (_one(valid) << 32)


@compiled
def _one(flag: Any) -> Any:
    return 1 if flag else 0


@compiled
def _voted(mask: Any, mode: Any, values: Any, states: Any, lanes: Any) -> Any:
    """Return what vote.sync gives: all, any, the same everywhere, or the ballot."""
    ballot, present = 0, 0
    for other in range(lanes):
        if mask >> other & 1 and states[other] != _DONE:
            present |= 1 << other
            ballot |= (values[other] & 1) << other
    if mode == 0:
        return (1 << 32) if ballot == present else 0
    if mode == 1:
        return (1 << 32) if ballot else 0
    if mode == 2:
        return (1 << 32) if ballot == present or not ballot else 0
    return ballot


@compiled
def _settle(slots: Any, fibers: Any, steps: Any, blocks: Any, begin: Any, count: Any, size: Any) -> Any:
    """Let fibers go on when none can run: those of a block, else of a warp, else of the grid."""
    moved = False
    for first in range(0, count, size):
        last = first + size
        if _block(slots, fibers, first, last, blocks[begin + first // size]):
            moved = True
            continue
        here = False
        for lane in range(first, last, WARP):
            here |= _warp(fibers, lane, min(lane + WARP, last))
        if not here:
            for lane in range(first, last, WARP):
                here |= _active(fibers, lane, min(lane + WARP, last))
        moved |= here
    if not moved and not _everywhere(slots, fibers, steps, count):
        _stuck(slots, fibers, count)


@compiled
def _turn(slots: Any, fibers: Any, block: Any, first: Any, threads: Any, places: Any) -> Any:
    """Run the threads of a block that can run, each until it waits; return whether any is not done."""
    slots[_CTAID] = block % slots[_NCTAID]
    slots[_CTAID + 1] = block // slots[_NCTAID] % slots[_NCTAID + 1]
    slots[_CTAID + 2] = block // (slots[_NCTAID] * slots[_NCTAID + 1])
    alive = False
    for each in range(len(threads)):
        thread = threads[each]
        at = first + thread
        if fibers[at, _STATE] == _READY:
            slots[_SLOT_EPOCH], slots[_SLOT_PHASE] = fibers[at, _EPOCH], fibers[at, _PHASE]
            slots[_TID], slots[_TID + 1], slots[_TID + 2] = places[thread, 0], places[thread, 1], places[thread, 2]
            _resume(at)
            if slots[_FAULT]:
                return False
        alive |= fibers[at, _STATE] != _DONE
    return alive


@compiled
def _round(
    slots: Any, fibers: Any, blocks: Any, first: Any, group: Any, threads: Any, places: Any, shared: Any, kept: Any
) -> Any:
    """Give all blocks that run at once a turn; return whether any thread is not done."""
    alive = False
    for each in range(group):
        if group > 1:
            _copy(kept[each], shared)
        alive |= _turn(slots, fibers, blocks[first + each], each * len(threads), threads, places)
        if slots[_FAULT]:
            return False
        if group > 1:
            _copy(shared, kept[each])
    return alive


@compiled
def _run(
    slots: Any,
    fibers: Any,
    steps: Any,
    stacks: Any,
    stack: Any,
    entry: Any,
    parameters: Any,
    leave: Any,
    start: Any,
    blocks: Any,
    threads: Any,
    places: Any,
    together: Any,
    shared: Any,
    kept: Any,
) -> Any:
    size = len(threads)
    for first in range(0, len(blocks), together):
        group = min(together, len(blocks) - first)
        for at in range(len(shared)):
            shared[at] = POISON
        for at in range(group * size):
            begin(fibers, stacks, at, stack, entry, parameters, leave, start)
        while _round(slots, fibers, blocks, first, group, threads, places, shared, kept):
            _settle(slots, fibers, steps, blocks, first, group * size, size)
            if slots[_FAULT]:
                break
        if slots[_FAULT]:
            break
