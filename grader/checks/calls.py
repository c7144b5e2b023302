"""Calls that cost time in a training loop, and what is made anew in it, as the box counts them."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar

from grader.checks._runs import ended, finding, pairs
from grader.model.evidence import Probe, Run
from grader.model.values import Value
from grader.model.verdict import Finding, Status
from grader.ports import Seen

# What is counted (grader/harness/watching/calls.py) -> code for too much of it.
_CODES = {
    "synchronising": "train.synchronising",
    "unpinned": "train.unpinned",
    "blocking": "train.blocking",
    "empty_cache": "train.empty-cache",
    "benchmarked_shapes": "train.benchmarked-shapes",
    "gradient_in_eval": "train.no-no-grad",
    "scalers": "train.new-scaler",
    "optimizers": "train.new-optimizer",
    "graph_breaks": "train.graph-breaks",
    "compilations": "train.recompiled",
}
_MOST, _LONGEST = 10**9, 250  # that a box may have counted, and characters of a place


@dataclass(frozen=True, kw_only=True)
class CallsCheck:
    """Passes when nothing is done more often than its author allows, on every case.

    The box counts, so this is a hint: worth nothing unless its author gives it points. What a line of the student's
    does counts once in each step of an optimizer: `synchronising` (waits for the card: `.item()`, `.cpu()`, printing),
    `unpinned` (a copy with `non_blocking` from ordinary memory), `blocking` (one without it from pinned memory),
    `empty_cache`, `gradient_in_eval` (a module in eval mode is called while gradients are recorded), `scalers` (made).
    Of the whole call are counted `optimizers` (that took steps), `benchmarked_shapes` (of convolutions, with
    `cudnn.benchmark`), `graph_breaks` and `compilations` (of `torch.compile`).
    """

    is_hint: ClassVar[bool] = True
    probes: ClassVar[frozenset[Probe]] = frozenset({Probe.CALLS})
    public: ClassVar[bool] = True
    at_most: Mapping[str, int]  # what is counted -> how often it may be done
    roles: tuple[str, ...] = ()  # roles of the cases it looks at; the ordinary ones when left out

    def __post_init__(self) -> None:
        for name in self.at_most:
            if name not in _CODES:
                raise ValueError(f"at_most: expected some of {', '.join(_CODES)}, got {name!r}")

    def judge(self, seen: Seen) -> Iterator[Finding]:
        """Judge the counts of every case that it looks at."""
        for run, _ in pairs(seen, self.roles):
            fault = ended(run)
            yield from [fault] if fault else (self._counted(run, name, seen.device) for name in self.at_most)

    def _counted(self, run: Run, name: str, device: str) -> Finding:
        found = _count(run.claims.get("calls"), name)
        if found is None:
            return finding(run, Status.DEFER, "run.not-watched", device=device)
        count, where = found
        if count <= self.at_most[name]:
            return finding(run, Status.PASS)
        return finding(run, Status.FAIL, _CODES[name], count=count, limit=self.at_most[name], where=where)


def _count(told: Value, name: str) -> tuple[int, str] | None:
    """Return what the box says of a name: a count and a place; None where it says nothing that can be."""
    entry = told.get(name) if isinstance(told, Mapping) else None
    count, where = (entry.get("count"), entry.get("where")) if isinstance(entry, Mapping) else (None, None)
    if type(count) is not int or not 0 <= count < _MOST or not isinstance(where, str):
        return None
    return count, where[:_LONGEST] or "?"
