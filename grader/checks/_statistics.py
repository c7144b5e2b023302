"""From samples to a verdict: pure functions of numbers (docs/speed.md)."""

import math
from collections.abc import Sequence
from statistics import median, quantiles

from grader.model.verdict import Status

FEWEST = 6  # blocks: fewer cannot give an interval of 95 % by the sign test
SHARE = 0.95  # of the intervals hold the true median
NOTHING = 1e-9  # seconds: shorter than any work
SPREAD_OF_NORMAL = 1.349  # distance of the quartiles of a normal distribution, in standard deviations


def net(samples: Sequence[float], nulls: Sequence[float]) -> list[float]:
    """Return one duration in seconds for each block of two samples: the shorter one, less what a null takes.

    That is the same for all blocks: a request without work drifts by less than its own noise. A duration that cannot be
    told from nothing is NOTHING.
    """
    null = middle(shorter(nulls))
    return [max(seconds - null, NOTHING) for seconds in shorter(samples)]


def shorter(samples: Sequence[float]) -> list[float]:
    """Return the shorter one of each two samples."""
    return [min(samples[at : at + 2]) for at in range(0, len(samples) - 1, 2)]


def interval(values: Sequence[float]) -> tuple[float, float, float]:
    """Return (low, median, high) of positive values: an interval by order statistics (sign test), at 95 %.

    Raises:
        ValueError: there are fewer than six.
    """
    count = len(values)
    if count < FEWEST:
        raise ValueError(f"{count} blocks are too few for a confidence interval")
    ranked = sorted(values)
    rank, tail = 0, 0.0
    while (tail := tail + math.comb(count, rank) / 2**count) <= (1 - SHARE) / 2:
        rank += 1
    middle = math.sqrt(ranked[(count - 1) // 2] * ranked[count // 2])
    return ranked[rank - 1], middle, ranked[count - rank]


def verdict(low: float, high: float, limit: float) -> Status:
    """Return PASS or FAIL where a whole interval lies within or beyond a limit, else UNDECIDED."""
    if high <= limit:
        return Status.PASS
    return Status.FAIL if low > limit else Status.UNDECIDED


def spread(values: Sequence[float]) -> float:
    """Return the standard deviation of the logarithms of at least two positive values, from their quartiles.

    A few samples that the machine has disturbed do not count.
    """
    low, _, high = quantiles(map(math.log, values), n=4)
    return (high - low) / SPREAD_OF_NORMAL


def earned(ratio: float, full: float, nothing: float) -> float:
    """Return the share of the points that a ratio earns: 1 up to `full`, 0 from `nothing` on, linear in its logarithm.

    From four times to twice as slow is as much better as from twice to once.
    """
    return min(max(math.log(nothing / ratio) / math.log(nothing / full), 0.0), 1.0)


def middle(values: Sequence[float]) -> float:
    """Return the median; 0 of no values."""
    return median(values) if values else 0.0
