"""Nothing outside of the arrays is touched."""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from grader.checks._runs import ended, finding, pairs
from grader.model.assignment import Launch
from grader.model.evidence import Probe, Run
from grader.model.values import Array
from grader.model.verdict import Finding, Status
from grader.ports import Seen


@dataclass(frozen=True, kw_only=True)
class BoundsCheck:
    """Passes when the guard zones around all arrays are as they were, on every case."""

    probes: ClassVar[frozenset[Probe]] = frozenset()
    roles: tuple[str, ...] = ()  # roles of the cases it looks at; the ordinary ones when left out

    def judge(self, seen: Seen) -> Iterator[Finding]:
        """Judge the guard zones of every case that it looks at."""
        for run, _ in pairs(seen, self.roles):
            yield ended(run) or _guarded(run, seen.exercise.launch)


def _guarded(run: Run, launch: Launch | None) -> Finding:
    for name, (before, after) in run.guards.items():
        if before and not after:
            return finding(run, Status.FAIL, "cuda.bounds-before", name=name, extra=before)
        array = run.inputs[name]
        assert isinstance(array, Array), "only arrays have guard zones"
        length = math.prod(array.shape)
        return (launch and _surplus(run, launch, length, after)) or finding(
            run, Status.FAIL, "cuda.bounds-after", name=name, extra=after, first=f"index {length}"
        )
    return finding(run, Status.PASS)


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
