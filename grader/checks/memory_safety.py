"""Nothing outside of the arrays is touched, and no thread depends on what another one happens to have done already."""

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar

from grader.checks._claims import Side, Told, findings, launches
from grader.checks._runs import ended, finding, pairs
from grader.model.assignment import Exercise, Launch
from grader.model.evidence import Probe, Run
from grader.model.values import Array, Value
from grader.model.verdict import Finding, Status
from grader.ports import Seen

Message = tuple[str, Mapping[str, object]]  # a code and its parameters

# The first that is found is told of: what comes later in this list often follows from what comes before.
_ORDER = ("copy", "unfinished", "barrier", "out_of_bounds", "race", "uninitialised")


@dataclass(frozen=True, kw_only=True)
class MemorySafetyCheck:
    """Passes when guard zones are as they were, and every access was looked at and found in order, on every case.

    The guard zones around all arrays are the judge's own and decide on any device. Races, barriers, reads outside of an
    array or of what was never written are what the virtual GPU's record of all accesses shows; it lies where student
    code runs. So it can cost points, and its absence earns none: without a complete record the points stay open. A
    program that forges the whole record of our harness gains these points at most; its results are judged elsewhere.
    """

    probes: ClassVar[frozenset[Probe]] = frozenset({Probe.TRACE})
    public: ClassVar[bool] = True

    roles: tuple[str, ...] = ()  # roles of the cases it looks at; the ordinary ones when left out

    def judge(self, seen: Seen) -> Iterator[Finding]:
        """Judge every run of the cases that it looks at."""
        for run, expected in pairs(seen, self.roles):
            yield (
                _damaged(run, seen.exercise)
                or _found(run, seen.exercise, expected)
                or ended(run)
                or _unseen(run, seen.device)
                or finding(run, Status.PASS)
            )


def _damaged(run: Run, exercise: Exercise) -> Finding | None:
    """Return what the guard zones show."""
    launch = exercise.launch
    beyond = "triton.no-mask" if exercise.language == "triton" else "cuda.bounds-after"
    for name, (before, after) in run.guards.items():
        if before and not after:
            return finding(run, Status.FAIL, "cuda.bounds-before", name=name, extra=before)
        array = run.inputs[name]
        assert isinstance(array, Array), "only arrays have guard zones"
        length = math.prod(array.shape)
        return (launch and _surplus(run, launch, length, after)) or finding(
            run, Status.FAIL, beyond, name=name, extra=after, first=f"index {length}"
        )
    return None


def _surplus(run: Run, launch: Launch, length: int, after: int) -> Finding | None:
    """Return what the number of places written after an array tells of the guard; None where it tells nothing."""
    count = run.case.params[launch.over]
    assert isinstance(count, int), "checked when the assignment was loaded"
    blocks = max(1, -(-count // launch.threads))
    total, first = blocks * launch.threads, f"index {length}"
    surplus = total - length
    # With a single thread too many, no guard and one that is too wide look the same.
    if 1 < after == surplus:
        return finding(
            run, Status.FAIL, "cuda.bounds-guard", n=length, extra=after, first=first,
            blocks=blocks, threads=launch.threads, total=total, try_n=f"n = {length}",
        )  # fmt: skip
    if after == 1 < surplus:
        return finding(run, Status.FAIL, "cuda.one-past-end", n=length, surplus=surplus, first=first)
    return None


def _found(run: Run, exercise: Exercise, expected: Mapping[str, Value]) -> Finding | None:
    """Return the first mistake that the record of accesses shows."""
    told = [each for each in findings(run) or () if each.kind in _ORDER]
    for each in sorted(told, key=lambda each: _ORDER.index(each.kind)):
        # Bytes for elements look like a copy of a part: only a wrong result tells which it is.
        if each.pattern == "elements" and all(run.outputs.get(name) == value for name, value in expected.items()):
            continue
        code, params = _EXPLAIN[each.kind](each, exercise)
        # Threads that write the same value to one place are no mistake that shows; which values they were is not known.
        status = Status.UNDECIDED if each.pattern == "writes" else Status.FAIL
        return finding(run, status, code, **params)
    return None


def _unseen(run: Run, device: str) -> Finding | None:
    """Return why accesses were not looked at, or not at all of them."""
    known = launches(run)
    if known is None or findings(run) is None:
        return finding(run, Status.DEFER, "device.not-traced", device=device)
    return finding(run, Status.DEFER, "device.traced-in-part", lost=known.lost) if known.lost else None


def _beyond(told: Told, exercise: Exercise) -> Message:
    side = _side(told, 0)
    params = {"where": side.where, "who": _who(side, exercise), "element": f"index {told.element}"}
    if told.space == "host":
        return "cuda.host-pointer", {"name": told.name or "?", "where": side.where}
    if told.space == "shared" and not told.length:
        return "cuda.no-dynamic-shared", {"where": side.where}
    if told.space == "shared":
        return "cuda.shared-out-of-bounds", {**params, "length": told.length}
    code = "cuda.read-out-of-bounds" if side.verb == "read" else "cuda.write-out-of-bounds"
    return code, {**params, "name": told.name or "array", "length": told.length}


def _race(told: Told, _exercise: Exercise) -> Message:
    one, two = _side(told, 0), _side(told, 1)
    params = {"write": one.where, "other": two.where, "what": _what(told)}
    if told.pattern == "update":
        return "cuda.race-no-atomic", {"where": one.where, "what": _what(told)}
    if told.pattern == "writes":
        return "cuda.race-writes", params
    if told.scope == "grid":
        return "cuda.race-global", params
    if told.scope == "warp":
        return "cuda.race-warp", params
    return "cuda.race-reuse" if told.pattern == "reuse" else "cuda.race", params


def _early(told: Told, _exercise: Exercise) -> Message:
    params = {"where": _side(told, 0).where, "count": told.count}
    if told.space == "shared":
        return "cuda.uninitialised-shared", params
    return "cuda.uninitialised-global", {**params, "what": _what(told)}


def _barrier(told: Told, _exercise: Exercise) -> Message:
    return "cuda.barrier-divergent", {"places": tuple(side.where for side in told.sides) or ("?",)}


def _unfinished(told: Told, _exercise: Exercise) -> Message:
    return "cuda.not-awaited", {"count": told.count}


def _copied(told: Told, _exercise: Exercise) -> Message:
    codes = {"reversed": "cuda.copy-reversed", "too_large": "cuda.copy-too-large"}
    return codes.get(told.pattern, "cuda.copy-in-elements"), {"count": told.count}


_EXPLAIN = {
    "copy": _copied,
    "unfinished": _unfinished,
    "barrier": _barrier,
    "out_of_bounds": _beyond,
    "race": _race,
    "uninitialised": _early,
}


def _side(told: Told, at: int) -> Side:
    missing = Side(where="?", verb="", block=(), thread=())
    return told.sides[at] if at < len(told.sides) else missing


def _what(told: Told) -> str:
    """Return the element that two threads touch."""
    if told.space == "shared":
        return "shared memory"
    return f"{told.name}[{told.element}]" if told.name else "global memory"


def _who(side: Side, exercise: Exercise) -> str:
    if exercise.language == "triton":
        return f"program_id = {_index(side.block)}"
    return f"blockIdx = {_index(side.block)}, threadIdx = {_index(side.thread)}"


def _index(numbers: tuple[int, ...]) -> str:
    """Return an index as it is written: one number where y and z are 0."""
    return str(numbers[0]) if numbers and not any(numbers[1:]) else str(numbers)
