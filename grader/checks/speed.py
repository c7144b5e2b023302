"""The submission is fast enough, measured against the reference, or against a copy of memory, in the same session."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any, ClassVar

from grader.checks._runs import ended, finding, pairs
from grader.checks._statistics import NOTHING, earned, interval, middle, net, spread, verdict
from grader.model.evidence import Measurement, Probe, Run
from grader.model.pictures import Count, Counts, Timing
from grader.model.units import Bandwidth, Bytes, Ratio, Seconds
from grader.model.verdict import Finding, Status
from grader.ports import Seen

# Of the time that a copy of as many bytes takes: less needs an explanation. A card cannot read much faster than it
# copies, a processor by a quarter (its copy reads what it is going to overwrite): 0.9 / 1.25.
FLOOR = 0.7
MOST_SPREAD = 0.10  # standard deviation of the blocks above which nothing is concluded
STRAY_S, STRAY = 0.005, 0.03  # processor time outside of the samples: seconds, and share of the reference's time
TOO_SHORT = 0.05  # of what its request takes without it: work that cannot be timed
MOST_SECTORS = 10**9  # that can have been counted


@dataclass(frozen=True, kw_only=True)
class SpeedCheck:
    """Passes when it is surely within the limit, fails when it is surely beyond; between them a person decides."""

    probes: ClassVar[frozenset[Probe]] = frozenset({Probe.COST})

    at_most: Ratio | None = None  # time that it may take, as a multiple of the reference's
    none_at: Ratio | None = None  # from this multiple on nothing is earned, and between the two a share of the points
    at_least: Bandwidth | None = None  # in place of `at_most`: share of the speed of a copy that it must reach
    bytes: Bytes | None = None  # that must be read and written; all inputs and all outputs, once, when left out
    compile_at_most: Seconds | None = None  # time that loading it and the first call may take besides
    roles: tuple[str, ...] = ("speed",)  # roles of the cases it looks at

    def __post_init__(self) -> None:
        if (self.at_most is None) == (self.at_least is None):
            raise ValueError("expected either at_most or at_least")
        if not (self.at_most or self.at_least):
            raise ValueError("expected a limit above 0")
        if self.none_at is not None and (self.at_most is None or self.none_at <= self.at_most):
            raise ValueError("none_at: expected a larger ratio than at_most")

    def judge(self, seen: Seen) -> Iterator[Finding]:
        """Judge the measurements; a device that cannot time leaves the points open, and offers what it has counted."""
        if not seen.can_time:
            yield _counted(seen) or Finding(
                status=Status.DEFER, code="device.cannot-time", params={"device": seen.device}
            )
            return
        for run, _ in pairs(seen, self.roles):
            yield ended(run) or self._measured(run)

    def _measured(self, run: Run) -> Finding:
        measured = run.measurement
        if measured is None:
            raise ValueError(f"nothing was measured on {run.case.id}")
        return _wrong(run, measured) or self._compiled(run, measured) or self._timed(run, measured)

    def _compiled(self, run: Run, measured: Measurement) -> Finding | None:
        took = measured.first_s - middle(measured.student_s)
        if self.compile_at_most is None or took <= self.compile_at_most:
            return None
        return finding(run, Status.FAIL, "perf.compile-too-long", seconds=took, limit=self.compile_at_most)

    def _timed(self, run: Run, measured: Measurement) -> Finding:
        """Return what the samples show; they are part of it only where they are all of the work, and can be told."""
        if measured.stray_s > max(STRAY_S, STRAY * sum(measured.reference_s)):
            return finding(run, Status.UNDECIDED, "perf.not-idle", stray=1e3 * measured.stray_s)
        student, reference = net(measured.student_s, measured.null_s), net(measured.reference_s, measured.null_s)
        floor = self._copy_s(measured)
        beside = reference if self.at_least is None else [floor] * len(student)
        if middle(beside) < TOO_SHORT * middle(measured.null_s):
            return finding(run, Status.UNDECIDED, "perf.too-short", reference=1e3 * middle(beside))
        if middle(student) <= max(FLOOR * floor, NOTHING):
            return finding(run, Status.UNDECIDED, "perf.too-fast", student=1e3 * middle(student), floor=1e3 * floor)
        ratios = [mine / its for mine, its in zip(student, beside, strict=True)]
        low, ratio, high = interval(ratios)
        timing = Timing(
            student_ms=tuple(1e3 * each for each in student),
            beside_ms=tuple(1e3 * each for each in beside),
            copy=self.at_least is not None,
            low=low,
            ratio=ratio,
            high=high,
            limit=self._limit,
        )
        return replace(self._decided(run, timing, spread(ratios)), picture=timing)

    @property
    def _limit(self) -> float:
        """How many times as long it may take as what it is measured against."""
        limit = 1 / self.at_least if self.at_least else self.at_most
        assert limit, "either is given"
        return limit

    def _decided(self, run: Run, timing: Timing, noise: float) -> Finding:
        if noise > MOST_SPREAD:
            return finding(run, Status.UNDECIDED, "perf.noisy", spread=noise, limit=MOST_SPREAD)
        status = verdict(timing.low, timing.high, timing.limit)
        if self.at_least:
            return _of_bandwidth(run, status, timing.ratio, self.at_least)
        return self._of_time(run, status, timing)

    def _copy_s(self, measured: Measurement) -> float:
        """Return the seconds of a copy that moves as many bytes as the work must; 0 where it is not known."""
        wanted = self.bytes or measured.moved
        return measured.copy_s * wanted / measured.moved if measured.moved else 0.0

    def _of_time(self, run: Run, status: Status, timing: Timing) -> Finding:
        ratio, limit = timing.ratio, timing.limit
        numbers: dict[str, Any] = {"ratio": round(ratio, 2), "limit": limit}
        if status is Status.PASS:
            return finding(run, status, **numbers)
        if status is Status.UNDECIDED:
            return finding(run, status, "perf.too-close", **numbers)
        numbers |= {"student": middle(timing.student_ms), "reference": middle(timing.beside_ms)}
        share = Decimal(f"{earned(ratio, limit, self.none_at):.2f}") if self.none_at else Decimal(0)
        if not share:
            return finding(run, status, "perf.too-slow", **numbers)
        return replace(finding(run, status, "perf.partly", share=float(share), **numbers), partial=share)


def _of_bandwidth(run: Run, status: Status, ratio: float, wanted: float) -> Finding:
    numbers: dict[str, Any] = {"share": round(1 / ratio, 3), "limit": wanted}
    if status is Status.PASS:
        return finding(run, status, **numbers)
    code = "perf.little-bandwidth" if status is Status.FAIL else "perf.bandwidth-too-close"
    return finding(run, status, code, **numbers)


def _wrong(run: Run, measured: Measurement) -> Finding | None:
    """Return what is said of a submission that was wrong while it was timed: no time of it counts."""
    if not measured.wrong:
        return None
    return finding(run, Status.FAIL, "perf.wrong-when-timed", count=1 + len(measured.student_s))  # with the first call


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
            found = finding(run, Status.DEFER, "device.counted", **params)
            return replace(found, picture=Counts(items=(Count(name="sectors", counted=sectors, ideal=ideal),)))
    return None
