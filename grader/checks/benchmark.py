"""A benchmark gives a true number; where it does not, the judge's log tells what went into it."""

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar

from grader.checks._benchmark import Asked, explain
from grader.checks._runs import ended, finding, pairs
from grader.model.evidence import Ending, Probe, Run
from grader.model.units import Share
from grader.model.values import Value
from grader.model.verdict import Finding, Status
from grader.ports import Seen

MIXED = "Expected all tensors to be on the same device"  # how torch refuses a tensor of the host
NO_TIMING = "must be created with argument 'enable_timing=True'"  # how it refuses an event


@dataclass(frozen=True, kw_only=True)
class BenchmarkCheck:
    """Passes when the number that the benchmark returns is true, on every case."""

    probes: ClassVar[frozenset[Probe]] = frozenset()
    public: ClassVar[bool] = True
    within: Share = 0.05  # how far off the number may be, as a share of the true one
    any_unit: bool = False  # whether a number in another unit, such as s for ms or MB/s for GB/s, is as good
    roles: tuple[str, ...] = ()  # roles of the cases it looks at; the ordinary ones when left out

    def judge(self, seen: Seen) -> Iterator[Finding]:
        """Judge the number of every case that it looks at."""
        for run, expected in pairs(seen, self.roles):
            yield _stopped(run) or ended(run) or self._compared(run, _asked(expected, self.within))

    def _compared(self, run: Run, asked: Asked) -> Finding:
        got = run.outputs.get("number")
        if not isinstance(got, int | float) or not math.isfinite(got):
            kind = str(run.claims.get("kind")) if got is None else str(got)
            return finding(run, Status.FAIL, "timing.not-a-number", got=kind)
        if asked.fits(got) or (self.any_unit and asked.other_unit(got)):
            return finding(run, Status.PASS)
        code, params = explain(asked, run.log, got)
        return finding(run, Status.FAIL, code, **{"got": asked.time(got), "ref": asked.ms, **params})


def _asked(expected: Mapping[str, Value], within: float) -> Asked:
    given = {key: value for key, value in expected.items() if isinstance(value, int | float)}
    return Asked(
        number=given["number"],
        unit=str(expected["unit"]),
        ms=given["ms"],
        elements=int(given["elements"]),
        each=int(given["each"]),
        within=within,
    )


def _stopped(run: Run) -> Finding | None:
    """Return why a benchmark did not get to its end, where that has to do with timing; None for anything else."""
    last = run.log[-1] if run.log else {}
    if last.get("event") == "limit":
        return finding(run, Status.FAIL, "timing.too-many-events", limit=len(run.log) - 1)
    if not run.outputs and last.get("event") == "elapsed" and last["done"] is False:
        return finding(run, Status.FAIL, "timing.event-not-ready")
    if run.outcome.ending is not Ending.RAISED:
        return None
    if NO_TIMING in run.outcome.text:
        return finding(run, Status.FAIL, "timing.event-without-timing", where=run.outcome.where)
    if MIXED in run.outcome.text:
        return finding(run, Status.FAIL, "timing.not-on-device", where=run.outcome.where)
    return None
