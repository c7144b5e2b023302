"""The ranks of a distributed training share out the samples, in another order in each epoch."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import ClassVar

from grader.checks._runs import ended, finding, pairs
from grader.model.evidence import Probe, Run
from grader.model.values import Value
from grader.model.verdict import Finding, Status
from grader.ports import Seen

Epoch = tuple[tuple[int, ...], ...]  # the samples of each rank, in their order


@dataclass(frozen=True, kw_only=True)
class ShardsCheck:
    """Passes when no two ranks get the same samples and none is left out, on every case.

    The result is a list of epochs, an epoch a list of ranks, and a rank a list of the indices of its samples; the
    oracle gives the number of `samples`. Fewer samples than there are ranks may be left out or come twice, as the parts
    have to be equally long.
    """

    probes: ClassVar[frozenset[Probe]] = frozenset()
    public: ClassVar[bool] = True
    of: str = "indices"  # name of the result
    reordered: bool = True  # whether the order has to change from one epoch to the next
    roles: tuple[str, ...] = ()  # roles of the cases it looks at; the ordinary ones when left out

    def judge(self, seen: Seen) -> Iterator[Finding]:
        """Judge the samples of every case that it looks at."""
        for run, expected in pairs(seen, self.roles):
            samples = expected["samples"]
            assert isinstance(samples, int), "the author's"
            yield ended(run) or self._shared(run, samples)

    def _shared(self, run: Run, samples: int) -> Finding:
        epochs = _epochs(run.outputs.get(self.of), samples)
        if epochs is None:
            return finding(run, Status.FAIL, "train.no-indices", total=samples)
        for ranks in epochs:
            given = [index for rank in ranks for index in rank]
            twice, missing = len(given) - len(set(given)), samples - len(set(given))
            if twice >= len(ranks):
                return finding(run, Status.FAIL, "train.ranks-share", twice=twice, total=samples, ranks=len(ranks))
            if missing >= len(ranks):
                return finding(run, Status.FAIL, "train.samples-left-out", missing=missing, total=samples)
        if self.reordered and any(first == second for first, second in pairwise(epochs)):
            return finding(run, Status.FAIL, "train.same-order", epochs=len(epochs))
        return finding(run, Status.PASS)


def _epochs(value: Value, samples: int) -> tuple[Epoch, ...] | None:
    """Return the indices by epoch and rank; None for anything else, and for an index that is none."""
    found = [_rank(rank, samples) for epoch in _items(value) for rank in _items(epoch)]
    if not found or None in found:
        return None
    ranks = iter([rank for rank in found if rank is not None])
    return tuple(tuple(next(ranks) for _ in _items(epoch)) for epoch in _items(value))


def _rank(value: Value, samples: int) -> tuple[int, ...] | None:
    indices = tuple(each for each in _items(value) if type(each) is int and 0 <= each < samples)
    return indices if indices and len(indices) == len(_items(value)) else None


def _items(value: Value) -> Sequence[Value]:
    return value if isinstance(value, Sequence) and not isinstance(value, str) else ()
