"""The submission is fast enough, measured against the reference in the same session."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from grader.checks._runs import ended, finding, pairs
from grader.model.evidence import Measurement, Probe, Run
from grader.model.units import Ratio
from grader.model.verdict import Finding, Status
from grader.ports import Seen

MIN_BLOCKS = 6  # fewer cannot give an interval of 95 % by the sign test

MOST_SECTORS = 10**9  # that can have been counted


@dataclass(frozen=True, kw_only=True)
class SpeedCheck:
    """Passes when it is surely within the limit, fails when it is surely beyond; between them a person decides."""

    probes: ClassVar[frozenset[Probe]] = frozenset({Probe.COST})
    at_most: Ratio  # time that it may take, as a multiple of the reference's
    roles: tuple[str, ...] = ("speed",)  # roles of the cases it looks at

    def judge(self, seen: Seen) -> Iterator[Finding]:
        """Judge the measurements; a device that cannot time leaves the points open, and offers what it has counted."""
        if not seen.can_time:
            yield _counted(seen) or Finding(
                status=Status.DEFER, code="device.cannot-time", params={"device": seen.device}
            )
            return
        for run, _ in pairs(seen, self.roles):
            yield ended(run) or self._timed(run)

    def _timed(self, run: Run) -> Finding:
        measured = run.measurement
        if measured is None or measured.clock != "judge":
            raise ValueError(f"nothing was measured on {run.case.id}")
        low, middle, high = median_interval(block_ratios(measured))
        if high <= self.at_most:
            return finding(run, Status.PASS)
        if low > self.at_most:
            return finding(
                run, Status.FAIL, "perf.too-slow",
                ratio=round(middle, 2), limit=self.at_most,
                student=1e3 * min(measured.student_s), reference=1e3 * min(measured.reference_s),
            )  # fmt: skip
        return finding(run, Status.UNDECIDED, "perf.too-close", ratio=round(middle, 2), limit=self.at_most)


def _counted(seen: Seen) -> Finding | None:
    """Return what the device has counted on a public case: as the box says, which is good for an explanation only."""
    for run in seen.evidence.runs:
        cost = run.claims.get("cost")
        if run.case.hidden or not isinstance(cost, Mapping):
            continue
        sectors, ideal = cost.get("sectors"), cost.get("ideal_sectors")
        if isinstance(sectors, int) and isinstance(ideal, int) and 0 < ideal <= sectors < MOST_SECTORS:
            share = ideal / sectors
            params = {"device": seen.device, "sectors": sectors, "ideal": ideal, "share": share}
            return finding(run, Status.DEFER, "device.counted", **params)
    return None


def block_ratios(measured: Measurement) -> list[float]:
    """Return one ratio for each block of four: the better of the student's two over the better of the reference's two.

    The blocks are timed in the order ABBA or BAAB, so that a slow drift of the clock cancels.
    """
    student, reference = measured.student_s, measured.reference_s
    return [
        min(student[at : at + 2]) / min(reference[at : at + 2]) for at in range(0, min(len(student), len(reference)), 2)
    ]


def median_interval(ratios: Sequence[float]) -> tuple[float, float, float]:
    """Return (low, median, high): an interval that holds the true median with at least 95 % probability (sign test).

    Raises:
        ValueError: there are fewer than six ratios.
    """
    count = len(ratios)
    if count < MIN_BLOCKS:
        raise ValueError(f"{count} blocks are too few for a confidence interval")
    ranked = sorted(ratios)
    rank, tail = 0, 0.0
    while (tail := tail + math.comb(count, rank) / 2**count) <= 0.025:
        rank += 1
    middle = (ranked[(count - 1) // 2] * ranked[count // 2]) ** 0.5
    return ranked[rank - 1], middle, ranked[count - rank]
