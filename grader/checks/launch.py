"""How a student's own function launches its kernels: a hint, which no verdict on what they compute rests on."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

from grader.checks._runs import ended, finding, pairs
from grader.checks._shapes import LARGEST, shape
from grader.model.evidence import Ending, Probe, Run
from grader.model.verdict import Finding, Status
from grader.ports import Seen

WARP = 32  # threads


@dataclass(frozen=True, kw_only=True)
class LaunchCheck:
    """Passes when blocks consist of whole warps, and more data means more blocks; worth nothing unless given points.

    The shapes of launches are what the box says of itself. So they explain, and whoever gives points for them gives
    them for what a program that forges our harness could say as well.
    """

    is_hint: ClassVar[bool] = True
    probes: ClassVar[frozenset[Probe]] = frozenset({Probe.TRACE})
    public: ClassVar[bool] = True

    roles: tuple[str, ...] = ()  # roles of the cases it looks at; the ordinary ones when left out

    def judge(self, seen: Seen) -> Iterator[Finding]:
        """Judge the first launch of every run, with one finding."""
        looked = [run for run, _ in pairs(seen, self.roles)]
        runs = [run for run in looked if run.outcome.ending is Ending.RETURNED]
        if not runs:
            yield from filter(None, map(ended, looked[:1]))
            return
        shapes = [found for run in runs if (found := shape(run))]
        if not shapes:
            yield Finding(status=Status.DEFER, code="device.not-traced", params={"device": seen.device})
            return
        runs.sort(key=lambda run: run.case.hidden)
        yield _swapped(shapes, runs[0]) or next(filter(None, map(_partial, runs)), finding(runs[0], Status.PASS))


def _swapped(shapes: Sequence[tuple[int, int]], run: Run) -> Finding | None:
    """Return that the number of blocks is fixed, as that of threads should be, and the size of a block is not."""
    blocks, threads = ({each[at] for each in shapes} for at in (0, 1))
    fixed = next(iter(blocks))
    if len(blocks) > 1 or len(threads) == 1 or fixed % WARP or fixed > LARGEST:
        return None
    return finding(run, Status.FAIL, "cuda.launch-swapped", blocks=fixed, fewest=min(threads), most=max(threads))


def _partial(run: Run) -> Finding | None:
    """Return that the last warp of each of several blocks is not full."""
    blocks, threads = shape(run) or (1, WARP)
    idle = -threads % WARP
    if blocks == 1 or not idle:
        return None
    share = threads / (threads + idle)
    return finding(run, Status.FAIL, "cuda.partial-warp", threads=threads, idle=idle, share=share, blocks=blocks)
