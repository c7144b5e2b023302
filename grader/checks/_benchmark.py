"""What explains a benchmark's wrong number: the judge's log and the number together."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from grader.model.values import Scalar

Entry = Mapping[str, Scalar]
Log = Sequence[Entry]
Fault = tuple[str, Mapping[str, object]]  # message code, parameters beside the times `got` and `ref`

FEW = 5  # timed calls; the median of fewer is moved by one disturbed call or two
CLOSE = 0.02  # how near a number is to a wrong one that it is explained by: GB and GiB differ by 7 percent
ITEM = 4  # bytes of an element, float32
GIB = 2**30 / 1e9
LOOKS = {"clock", "record"}  # at a clock: of the host, or of the GPU
CALLS = {"launch", "compute"}  # of the function: on the GPU, or on the CPU

# Unit that is asked for -> what a number in another unit is, as a multiple of the one that was asked for.
UNITS: Mapping[str, Mapping[str, float]] = {
    "ms": {"s": 1e-3, "μs": 1e3, "ns": 1e6},
    "GB/s": {"TB/s": 1e-3, "MB/s": 1e3, "kB/s": 1e6, "B/s": 1e9},
    "GFLOP/s": {"TFLOP/s": 1e-3, "MFLOP/s": 1e3, "kFLOP/s": 1e6, "FLOP/s": 1e9},
    "times": {},
}
_LOSSES = {
    "first": "timing.no-warmup",
    "ramp": "timing.clock-ramp",
    "copy": "timing.copy-inside",
    "value": "timing.check-inside",
    "allocate": "timing.allocation-inside",
    "write": "timing.print-inside",
    "busy": "timing.no-sync-before",
}


@dataclass(frozen=True, kw_only=True)
class Asked:
    """What the benchmark should return."""

    number: float  # that is right
    unit: str  # a key of UNITS
    ms: float  # true time of one call on the GPU
    elements: int  # of the input, which is float32
    each: int = 0  # bytes that a call moves, or operations that it does, for each of them
    within: float = 0.05  # how far off a number may be, as a share of the right one

    def fits(self, got: float, factor: float = 1.0) -> bool:
        """Return whether a number is a multiple of the right one, as near as the check asks."""
        return _near(got, factor * self.number, self.within)

    def other_unit(self, got: float) -> str:
        """Return the unit in which a number is right, where it is another one than asked for."""
        return next((unit for unit, factor in UNITS[self.unit].items() if self.fits(got, factor)), "")

    def time(self, got: float) -> float:
        """Return the milliseconds of one call that a number speaks of."""
        if self.unit == "ms":
            return got
        return self.ms * self.number / got if got else float("inf")


@dataclass(frozen=True, kw_only=True)
class Region:
    """What was timed: from one look at a clock to the next."""

    start: Entry
    inside: Log
    end: Entry

    @property
    def calls(self) -> Log:
        """Calls of the function on the GPU."""
        return [entry for entry in self.inside if entry["event"] == "launch"]

    @property
    def is_too_short(self) -> bool:
        """Whether the clock was read while the GPU was still at work on a call."""
        return bool(self.calls) and self.end["event"] == "clock" and _number(self.end, "busy") > 0

    @property
    def is_beside(self) -> bool:
        """Whether the events were recorded in another stream than the calls were launched in."""
        streams = {entry["stream"] for entry in (self.start, self.end) if entry["event"] == "record"}
        return bool(streams) and any(call["stream"] not in streams for call in self.calls)

    @property
    def is_stepped(self) -> bool:
        """Whether the clock on the wall was read, and set back meanwhile."""
        wall = any(entry.get("wall") for entry in (self.start, self.end))
        return wall and any(entry["event"] == "step" for entry in self.inside)

    def lost(self) -> Mapping[str, float]:
        """Return what took time besides the calls, and the seconds."""
        lost: defaultdict[str, float] = defaultdict(float)
        if self.start["event"] == "clock":
            lost["busy"] += _number(self.start, "busy")
        for entry in self.inside:
            if entry["event"] == "copy":
                lost["value" if entry["value"] else "copy"] += _number(entry, "lost")
            elif "lost" in entry:
                lost[str(entry.get("extra") or entry["event"])] += _number(entry, "lost")
        return lost


def explain(asked: Asked, log: Log, got: float) -> Fault:
    """Name what explains a wrong number; nothing is named without evidence for it."""
    timed = _regions(log)
    calls = [call for region in timed for call in region.calls]
    if not calls:
        return "timing.not-measured", {"got": got}
    time = asked.time(got)
    return (
        (_too_short(timed, calls) if time < asked.ms else None)
        or _in_other_unit(asked, got)
        or _other_input(asked, timed)
        or (_too_long(asked, timed, time) if time > asked.ms else None)
        or _not_divided(asked, calls, time)
        or _miscounted(asked, got)
        or _unexplained(asked, got)
    )


def _regions(log: Log) -> Sequence[Region]:
    looks = [at for at, entry in enumerate(log) if entry["event"] in LOOKS]
    between = (Region(start=log[a], inside=log[a + 1 : b], end=log[b]) for a, b in pairwise(looks))
    return [region for region in between if any(entry["event"] in CALLS for entry in region.inside)]


def _too_short(timed: Sequence[Region], calls: Log) -> Fault | None:
    if any(region.is_stepped for region in timed):
        return "timing.wall-clock", {}
    if any(region.is_beside for region in timed):
        return "timing.event-other-stream", {}
    if any(region.is_too_short for region in timed):
        return "timing.no-synchronize", {}
    if any(call["extra"] == "warm" for call in calls):
        return "timing.warm-cache", {}
    return None


def _not_divided(asked: Asked, calls: Log, time: float) -> Fault | None:
    if len(calls) > 1 and _near(time, asked.ms * len(calls), asked.within):
        return "timing.not-divided", {"calls": len(calls)}
    return None


def _in_other_unit(asked: Asked, got: float) -> Fault | None:
    unit = asked.other_unit(got)
    if not unit:
        return None
    params = {"got": got, "unit": unit, "asked": asked.unit}
    return "timing.unit-seconds" if asked.unit == "ms" else "timing.unit-rate", params


def _other_input(asked: Asked, timed: Sequence[Region]) -> Fault | None:
    inside = [entry for region in timed for entry in region.inside]
    launched, computed = ([entry for entry in inside if entry["event"] == event] for event in ("launch", "compute"))
    gpu, cpu = (tuple(dict.fromkeys(map(_shape, calls))) for calls in (launched, computed))
    if not cpu:
        given = _shape({"elements": asked.elements, "dtype": "float32"})
        return None if given in gpu else ("timing.other-input", {"used": gpu[0], "given": given})
    # A comparison is as good on a part of the input, where it is the same part.
    if not set(cpu) & set(gpu):
        return "timing.compared-unlike", {"cpu": cpu[0], "gpu": gpu[0]}
    few = all(_number(call, "threads") < _number(call, "of") for call in computed)
    return ("timing.fewer-threads", {key: computed[0][key] for key in ("threads", "of")}) if few else None


def _too_long(asked: Asked, timed: Sequence[Region], time: float) -> Fault | None:
    """Name what took most of the time besides the calls, where that is enough to explain the number."""
    lost = [
        (cause, seconds, len(region.calls))
        for region in timed
        if region.calls
        for cause, seconds in region.lost().items()
    ]
    cause, seconds, calls = max(lost, key=lambda each: each[1] / each[2], default=("", 0.0, 1))
    each = 1e3 * seconds / calls
    if not each or each < (time - asked.ms) / 2:
        return None
    if cause == "outlier":
        slowest = asked.ms + each if calls == 1 else 0.0
        return _slow_call(time, slowest, sum(len(region.calls) for region in timed))
    return _LOSSES[cause], {"lost": 1e3 * sum(seconds for other, seconds, _ in lost if other == cause)}


def _slow_call(time: float, slowest: float, calls: int) -> Fault:
    params = {"calls": calls}
    if calls < FEW:
        return "timing.one-sample", params
    if _near(time, slowest, CLOSE):
        return "timing.maximum", params
    return "timing.mean-with-outlier", params


def _miscounted(asked: Asked, got: float) -> Fault | None:
    """Name what was counted wrongly, where the number fits that and the time was measured right."""
    number = {"got": got, "ref": asked.number}
    if asked.unit == "times" and _near(got, 1 / asked.number, asked.within):
        return "timing.speedup-inverted", number
    if asked.unit == "GB/s" and _near(got, asked.number / GIB, CLOSE):
        return "timing.gib", number
    if asked.unit == "GB/s":
        counts = (ITEM * items for items in range(1, 2 * asked.each // ITEM + 1))
        found = next((each for each in counts if _near(got, asked.number * each / asked.each, CLOSE)), 0)
        return ("timing.bytes-miscounted", {"got": got, "counted": found}) if found else None
    if asked.unit == "GFLOP/s" and any(_near(got, asked.number * factor, CLOSE) for factor in (0.5, 2)):
        return "timing.flop-factor", {"got": got, "ratio": round(got / asked.number, 1)}
    return None


def _unexplained(asked: Asked, got: float) -> Fault:
    if asked.unit == "ms":
        return "timing.wrong-value", {}
    unit = "t_cpu / t_gpu" if asked.unit == "times" else asked.unit
    return "timing.wrong-rate", {"got": got, "ref": asked.number, "unit": unit}


def _near(got: float, true: float, within: float) -> bool:
    return abs(got - true) <= within * abs(true)


def _shape(call: Entry) -> str:
    return f"{call['dtype']}[{call['elements']}]"


def _number(entry: Entry, key: str) -> float:
    value = entry[key]
    assert isinstance(value, int | float), "from the judge's own log"
    return value
