"""A benchmark gives the true time of the work; where it does not, the judge's log tells what went into its number."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from grader.checks._runs import ended, finding, pairs
from grader.model.evidence import Ending, Probe, Run
from grader.model.units import Share
from grader.model.values import Scalar
from grader.model.verdict import Finding, Status
from grader.ports import Seen

Log = Sequence[Mapping[str, Scalar]]
Fault = tuple[str, Mapping[str, object]]  # message code, parameters beside `got` and `ref`

FEW = 5  # timed calls; the median of fewer is moved by one disturbed call or two
UNITS = (("s", 1e-3), ("μs", 1e3), ("ns", 1e6))  # what a number in this unit is, as a multiple of the one in ms
LOOKS = {"clock", "record"}  # at a clock: of the host, or of the GPU
MIXED = "Expected all tensors to be on the same device"  # how torch refuses a tensor of the host


@dataclass(frozen=True, kw_only=True)
class BenchmarkCheck:
    """Passes when the number that the benchmark returns is the true time, on every case."""

    probes: ClassVar[frozenset[Probe]] = frozenset()
    within: Share = 0.05  # how far off the number may be, as a share of the true time
    any_unit: bool = False  # whether a number in s, μs or ns is as good as one in ms
    roles: tuple[str, ...] = ()  # roles of the cases it looks at; the ordinary ones when left out

    def judge(self, seen: Seen) -> Iterator[Finding]:
        """Judge the number of every case that it looks at."""
        for run, expected in pairs(seen, self.roles):
            true = expected["ms"]
            assert isinstance(true, float), "from the language"
            yield _stopped(run) or ended(run) or self._compared(run, true)

    def _compared(self, run: Run, true: float) -> Finding:
        got = run.outputs.get("ms")
        if not isinstance(got, int | float) or not math.isfinite(got):
            kind = str(run.claims.get("kind")) if got is None else str(got)
            return finding(run, Status.FAIL, "timing.not-a-number", got=kind)
        if self._near(got, true) or (self.any_unit and self._unit(got, true)):
            return finding(run, Status.PASS)
        code, params = self._fault(run.log, got, true)
        return finding(run, Status.FAIL, code, got=got, ref=true, **params)

    def _fault(self, log: Log, got: float, true: float) -> Fault:
        """Name what explains a wrong number, from the log and the number together."""
        timed = _timed(log)
        calls = [entry for entry in timed if entry["event"] == "launch"]
        if not calls:
            return "timing.not-measured", {}
        if got < true and _too_short(timed):
            return "timing.no-synchronize", {}
        if len(calls) > 1 and self._near(got, true * len(calls)):
            return "timing.not-divided", {"calls": len(calls)}
        if unit := self._unit(got, true):
            return "timing.unit-seconds", {"unit": unit}
        return (self._too_long(timed, calls, true) if got > true else None) or ("timing.wrong-value", {})

    def _unit(self, got: float, true: float) -> str:
        """Return the unit in which a number is right, where it is another one than ms."""
        return next((unit for unit, factor in UNITS if self._near(got, true * factor)), "")

    def _near(self, got: float, true: float) -> bool:
        return abs(got - true) <= self.within * true

    def _too_long(self, timed: Log, calls: Log, true: float) -> Fault | None:
        extras = {call["extra"] for call in calls}
        copied = sum(_number(entry, "lost") for entry in timed if entry["event"] == "copy")
        if "first" in extras:
            return "timing.no-warmup", {}
        if copied > self.within * true / 1e3:
            return "timing.copy-inside", {"copy": 1e3 * copied}
        if any(entry["event"] == "clock" and _number(entry, "busy") for entry in timed):
            return "timing.no-sync-before", {}
        if "outlier" in extras:
            few = len(calls) < FEW
            return "timing.one-sample" if few else "timing.mean-with-outlier", {"calls": len(calls)}
        return None


def _stopped(run: Run) -> Finding | None:
    """Return why a benchmark did not get to its end, where that has to do with timing; None for anything else."""
    last = run.log[-1] if run.log else {}
    if last.get("event") == "limit":
        return finding(run, Status.FAIL, "timing.too-many-events", limit=len(run.log) - 1)
    if not run.outputs and last.get("event") == "elapsed" and last["done"] is False:
        return finding(run, Status.FAIL, "timing.event-not-ready")
    if run.outcome.ending is Ending.RAISED and MIXED in run.outcome.text:
        return finding(run, Status.FAIL, "timing.not-on-device", where=run.outcome.where)
    return None


def _too_short(timed: Log) -> bool:
    """Return whether a clock was read while the GPU was still at work on what was launched since the first look."""
    launched = False
    for entry in timed:
        launched = launched or entry["event"] == "launch"
        if launched and entry["event"] == "clock" and _number(entry, "busy"):
            return True
    return False


def _timed(log: Log) -> Log:
    """Return the log from the first look at a clock on."""
    return next((log[at:] for at, entry in enumerate(log) if entry["event"] in LOOKS), ())


def _number(entry: Mapping[str, Scalar], key: str) -> float:
    value = entry[key]
    assert isinstance(value, int | float), "from the judge's own log"
    return value
