"""Nothing outside of the arrays is touched."""

from collections.abc import Iterator
from dataclasses import dataclass

from grader.checks._runs import ended, finding, pairs
from grader.model.evidence import Run
from grader.model.values import Array
from grader.model.verdict import Finding, Status
from grader.ports import Seen


@dataclass(frozen=True, kw_only=True)
class BoundsCheck:
    """Passes when the guard zones around all arrays are as they were, on every case."""

    roles: tuple[str, ...] = ()  # roles of the cases it looks at; the ordinary ones when left out

    def judge(self, seen: Seen) -> Iterator[Finding]:
        """Judge the guard zones of every case that it looks at."""
        for run, _ in pairs(seen, self.roles):
            yield ended(run) or _guarded(run, seen)


def _guarded(run: Run, seen: Seen) -> Finding:
    for name, (before, after) in run.guards.items():
        if before and not after:
            return finding(run, Status.FAIL, "cuda.bounds-before", name=name, extra=before)
        array, launch = run.inputs[name], seen.exercise.launch
        assert isinstance(array, Array), "only arrays have guard zones"
        length = array.shape[0]
        if launch is None:
            return finding(run, Status.FAIL, "cuda.bounds-after", name=name, extra=after, first=f"index {length}")
        blocks = -(-length // launch.threads)
        return finding(
            run, Status.FAIL, "cuda.bounds-guard",
            n=length, extra=after, first=f"index {length}", blocks=blocks, threads=launch.threads,
            total=blocks * launch.threads, try_n=f"n = {length}",
        )  # fmt: skip
    return finding(run, Status.PASS)
