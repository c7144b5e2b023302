"""A right program that does too much: its accesses to memory, its launches and its copies are counted, not timed."""

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import ClassVar

from grader.checks._claims import Launches, amount, launches, where
from grader.checks._runs import ended, finding, pairs
from grader.model.evidence import Probe, Run
from grader.model.pictures import Count, Counts
from grader.model.units import Multiple, Share
from grader.model.values import DTYPES, Array, Value
from grader.model.verdict import Finding, Status
from grader.ports import Seen

_SECTOR = 32  # bytes
_COUNTS = (
    "sectors", "ideal_sectors", "passes", "ideal_passes", "lanes", "idle", "reads", "atomics", "work", "most_work",
    "threads",
)  # fmt: skip
_IDEAL = ("work", "sectors", "passes")  # of which the fewest that would do are known: the mean, where all do the same


@dataclass(frozen=True, kw_only=True)
class Counted:
    """What was counted in one run.

    Attributes:
        amounts: by the names of `grader/harness/virtual/analysis/summary.py`.
        at: place in the source that costs most, by the name of an amount.
        outputs: elements that the call had to compute.
    """

    amounts: Mapping[str, int]
    at: Mapping[str, str]
    outputs: int


@dataclass(frozen=True, kw_only=True)
class _Limited:
    """A count that the author has set a limit to.

    Attributes:
        code: of the message for a count beyond its limit.
        params: of that message.
        count: for a picture.
        beyond: whether it is.
    """

    code: str
    params: Mapping[str, object]
    count: Count
    beyond: bool


@dataclass(frozen=True, kw_only=True)
class CostCheck:
    """Passes when no count is beyond its limit, on every case; limits that are left out are not looked at.

    A request is what the threads of a warp ask together. Sectors, banks and atomic operations: CUDA C++ Best Practices
    Guide, "Coalesced Access to Global Memory", "Shared Memory and Memory Banks". Only accesses are seen: branches
    without one cost nothing here.

    The counts are made where student code runs, by our harness. So they are compared with what the judge knows: an
    output of so many bytes takes so many sectors, accesses add up, something was launched. Where one of them is missing
    or cannot be, or accesses were not looked at, the points stay open. Whoever forges all of them consistently is not
    found out here: on a device that counts, this check is tamper-evident, as what is timed on a real card is not.
    """

    probes: ClassVar[frozenset[Probe]] = frozenset({Probe.COST})
    public: ClassVar[bool] = True

    sectors_at_most: Multiple | None = None  # sectors of global memory, against the fewest that hold the same bytes
    bank_conflicts_at_most: Multiple | None = None  # passes over the banks of shared memory, against the fewest
    divergence_at_most: Share | None = None  # share of a warp's lanes that sit out, over all its accesses
    global_reads_per_output_at_most: float | None = None  # elements read from global memory for each of the results
    atomics_per_address_at_most: int | None = None  # atomic operations on one address, in one launch
    work_at_most: float | None = None  # accesses of the busiest thread, as a multiple of the mean
    blocks_at_least: int | None = None  # blocks of each launch
    launches_at_most: int | None = None  # kernels launched in one call
    compilations_at_most: int | None = None  # kernels compiled when the same call is made a second time
    host_copies_at_most: int | None = None  # arrays of the host's that are copied for a single launch
    roles: tuple[str, ...] = ()  # roles of the cases it looks at; the ordinary ones when left out

    def __post_init__(self) -> None:
        limits = {name: value for name, value in vars(self).items() if name != "roles" and value is not None}
        if not limits:
            raise ValueError("expected at least one limit, such as sectors_at_most")

    def judge(self, seen: Seen) -> Iterator[Finding]:
        """Judge what was counted in every run of the cases that it looks at."""
        for run, expected in pairs(seen, self.roles):
            yield ended(run) or self._counted(run, expected, seen.device)

    def _counted(self, run: Run, expected: Mapping[str, Value], device: str) -> Finding:
        known = launches(run)
        counted = _plausible(run, known, expected) if known else None
        if known is None or counted is None:
            return finding(run, Status.DEFER, "device.not-counted", device=device)
        limited = (*self._of_launches(known, run.turn), *(() if known.lost else self._of_accesses(counted)))
        picture = Counts(items=tuple(each.count for each in limited))
        for each in limited:
            if each.beyond:
                return replace(finding(run, Status.FAIL, each.code, **each.params), picture=picture)
        if known.lost:
            return finding(run, Status.DEFER, "device.traced-in-part", lost=known.lost)
        return replace(finding(run, Status.PASS), picture=picture)

    def _of_launches(self, known: Launches, turn: int) -> Iterator[_Limited]:
        """Yield what is limited about the launches, what is worst first."""
        blocks = min((math.prod(grid) for grid in known.grids), default=None)
        limited = (
            ("perf.recompiles", "compilations", self.compilations_at_most if turn else None, known.compiled),
            ("perf.many-launches", "launches", self.launches_at_most, known.count),
            ("perf.host-arrays", "copies", self.host_copies_at_most, known.copied),
        )
        for code, name, limit, count in limited:
            if limit is not None and count is not None:
                params = {"count": count, "limit": limit}
                counted = Count(name=name, counted=count, limit=limit)
                yield _Limited(code=code, params=params, count=counted, beyond=count > limit)
        if (least := self.blocks_at_least) is not None and blocks is not None:
            params = {"blocks": blocks, "limit": least}
            counted = Count(name="blocks", counted=blocks, limit=least, at_least=True)
            yield _Limited(code="perf.small-grid", params=params, count=counted, beyond=blocks < least)

    def _of_accesses(self, counted: Counted) -> Iterator[_Limited]:
        """Yield what is limited about the accesses, what is worst first."""
        got = counted.amounts
        mean = got["work"] / max(got["threads"], 1)
        limited = (  # each with what it is a multiple, or a share, of
            ("perf.sequential", "work", self.work_at_most, got["most_work"], mean),
            ("perf.no-reuse", "reads", self.global_reads_per_output_at_most, got["reads"], max(counted.outputs, 1)),
            ("perf.uncoalesced", "sectors", self.sectors_at_most, got["sectors"], got["ideal_sectors"]),
            ("perf.atomic-contention", "atomics", self.atomics_per_address_at_most, got["atomics"], 1),
            ("perf.bank-conflicts", "passes", self.bank_conflicts_at_most, got["passes"], got["ideal_passes"]),
            ("perf.divergence", "idle", self.divergence_at_most, got["idle"], max(got["lanes"], 1)),
        )
        for code, name, limit, count, unit in limited:
            if limit is None:
                continue
            value, ideal = count / unit if unit else 0.0, unit if name in _IDEAL else None
            params = {"where": counted.at.get(name, "?"), "got": value, "limit": limit, "count": count}
            yield _Limited(
                code=code,
                params=params if ideal is None else {**params, "ideal": ideal},
                count=Count(name=name, counted=count, ideal=ideal, limit=limit * unit),
                beyond=value > limit,
            )


def _plausible(run: Run, known: Launches, expected: Mapping[str, Value]) -> Counted | None:
    """Return what was counted; None where it is missing, or cannot be."""
    told = run.claims.get("cost")
    if not isinstance(told, Mapping):
        return None
    found = {name: amount(told, name) for name in _COUNTS}
    got = {name: value for name, value in found.items() if value is not None}
    if len(got) < len(found) or not _adds_up(got):
        return None
    arrays = [value for value in expected.values() if isinstance(value, Array)]
    elements = sum(math.prod(array.shape) for array in arrays)
    written = sum(math.prod(array.shape) * DTYPES[array.dtype] for array in arrays)
    if not known.count or (not known.lost and got["sectors"] * _SECTOR < written):
        return None
    places = told.get("at")
    at = {name: where(place) for name, place in places.items()} if isinstance(places, Mapping) else {}
    return Counted(amounts=got, at=at, outputs=elements)


def _adds_up(got: Mapping[str, int]) -> bool:
    """Return whether the counts can belong together."""
    return (
        got["ideal_sectors"] <= got["sectors"]
        and got["ideal_passes"] <= got["passes"]
        and got["idle"] <= got["lanes"]
        and got["reads"] + got["atomics"] <= got["lanes"] - got["idle"]
        and got["most_work"] <= got["work"] <= got["most_work"] * got["threads"]
    )
