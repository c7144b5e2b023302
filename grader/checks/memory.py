"""Memory of the card: how much a call holds, and what it leaves behind."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import ClassVar

from grader.checks._runs import UNTIMED, ended, finding, pairs
from grader.model.evidence import Probe, Run
from grader.model.units import Bytes
from grader.model.values import Array
from grader.model.verdict import Finding, Status
from grader.ports import Seen

MB = 1e6
MOST = 10**15  # bytes that can have been held
COPIED = ("pytorch", "triton")  # languages in which the arguments lie on the card, without an adapter or a launch


@dataclass(frozen=True, kw_only=True)
class MemoryCheck:
    """Passes when calls hold no more memory of the card than they may, leave none behind, and free none in vain.

    The numbers are those of the allocators in the student's process: one that forges them well is not found out, and
    what is less than the arguments take, or no number, leaves the points open, as does a device that does not count.
    """

    probes: ClassVar[frozenset[Probe]] = frozenset({Probe.MEMORY})
    public: ClassVar[bool] = True
    at_most: Bytes | None = None  # that a call may hold at a time, with its arguments where they lie on the card
    grows_at_most: Bytes | None = None  # that a call may leave behind; with `per`, by which a step may raise the most
    per: str = ""  # parameter of the cases that counts the steps within a call
    roles: tuple[str, ...] = ()  # roles of the cases it looks at; the ordinary ones when left out

    def __post_init__(self) -> None:
        if self.at_most is None and self.grows_at_most is None:
            raise ValueError("expected at_most, grows_at_most or both")
        if self.per and self.grows_at_most is None:
            raise ValueError("per: expected grows_at_most beside it")

    def judge(self, seen: Seen) -> Iterator[Finding]:
        """Judge every call by itself, then what grows from one to the next."""
        runs = [run for run, _ in pairs(seen, self.roles or UNTIMED)]
        told = []
        for run in runs:
            use = _use(run, seen)
            found = ended(run) or (self._alone(run, use) if use else finding(run, Status.DEFER, "mem.not-seen"))
            told += [(run, use)] if use else []
            yield found
        if self.grows_at_most is not None and len(told) == len(runs):
            yield from self._per_step(told) if self.per else self._per_call(told)

    def _alone(self, run: Run, use: Mapping[str, int]) -> Finding:
        if use["refused_frees"]:
            return finding(run, Status.FAIL, "mem.double-free", count=use["refused_frees"])
        if self.at_most is not None and use["most"] > self.at_most:
            params = {"got": use["most"] / MB, "limit": self.at_most / MB, "ratio": use["most"] / max(self.at_most, 1)}
            return finding(run, Status.FAIL, "mem.too-much", **params)
        return finding(run, Status.PASS)

    def _per_call(self, told: Sequence[tuple[Run, Mapping[str, int]]]) -> Iterator[Finding]:
        """Compare what is left after the second call with the same arguments with what was left after the first."""
        assert self.grows_at_most is not None, "it is asked for"
        again = [(run, use["left"] - first["left"]) for (_, first), (run, use) in pairwise(told) if run.turn]
        if not again:
            yield Finding(status=Status.DEFER, code="mem.not-seen")
        for run, grown in again:
            if grown > self.grows_at_most:
                yield finding(run, Status.FAIL, "mem.leak", grown=grown / MB)

    def _per_step(self, told: Sequence[tuple[Run, Mapping[str, int]]]) -> Iterator[Finding]:
        """Compare the most that was held by calls of which one takes more steps."""
        assert self.grows_at_most is not None, "it is asked for"
        found = [(_steps(run, self.per), use["most"], run) for run, use in told if not run.turn]
        found.sort(key=lambda each: each[:2])
        if len({steps for steps, _, _ in found}) < 2:
            raise ValueError(f"the cases have no two values of {self.per}")
        for (fewer, less, _), (more, most, run) in pairwise(found):
            grown = (most - less) / (more - fewer) if more > fewer else 0.0
            if grown > self.grows_at_most:
                yield finding(run, Status.FAIL, "mem.grows-per-step", grown=grown / MB, most=most / MB, steps=more)


def _steps(run: Run, name: str) -> int:
    steps = run.case.params[name]
    if not isinstance(steps, int):
        raise TypeError(f"{name} is no whole number")
    return steps


def _use(run: Run, seen: Seen) -> Mapping[str, int] | None:
    """Return what a run claims of its memory; None where it claims nothing that can be."""
    claim = run.claims.get(Probe.MEMORY)
    if not isinstance(claim, Mapping):
        return None
    told = {name: value for name in ("most", "left", "refused_frees") if type(value := claim.get(name)) is int}
    possible = len(told) == 3 and all(0 <= value <= MOST for value in told.values())
    return told if possible and told["most"] >= _given(run, seen) else None


def _given(run: Run, seen: Seen) -> int:
    """Return the bytes of the arguments that have lain on the card, as far as the judge knows."""
    exercise = seen.exercise
    if exercise.adapter or not (exercise.launch or exercise.language in COPIED):
        return 0
    return sum(len(value.data) for value in run.inputs.values() if isinstance(value, Array))
