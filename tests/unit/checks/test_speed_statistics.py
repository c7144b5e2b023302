"""How often a verdict on speed is wrong: the rule of the check, and naive ones, on a model of a noisy machine.

The model: clocks drift slowly (standard deviation 6 %, correlation 0.98 from one sample to the next), every sample has
white noise of 1 to 3 %, and 3 % of them a spike of 50 % on average. The limit is a ratio of 1.5.
"""

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pytest

from grader.boxes.timing import BLOCKS, MOST_BLOCKS
from grader.checks._statistics import earned, interval, net, spread, verdict
from grader.model.verdict import Status

LIMIT = 1.5
DRIFT, CORRELATION = 0.06, 0.98
SPIKES, SPIKE = 0.03, 0.5
TRIALS = 2000
WHITE = (0.01, 0.03)

Samples = np.ndarray[Any, np.dtype[np.float64]]
Rng = np.random.Generator


def drifts(rng: Rng, trials: int, count: int) -> Samples:
    """Return what the machine adds to the logarithm of each duration, (trials, count)."""
    steps = rng.normal(0, DRIFT * math.sqrt(1 - CORRELATION**2), (trials, count))
    found = np.empty((trials, count))
    found[:, 0] = rng.normal(0, DRIFT, trials)
    for at in range(1, count):
        found[:, at] = CORRELATION * found[:, at - 1] + steps[:, at]
    return found


def noise(rng: Rng, trials: int, count: int, white: float) -> Samples:
    spikes = (rng.random((trials, count)) < SPIKES) * rng.exponential(SPIKE, (trials, count))
    return rng.normal(0, white, (trials, count)) + spikes


def turns(rng: Rng, truth: float, white: float, blocks: int) -> tuple[Samples, Samples]:
    """Return durations of student and reference, (TRIALS, 2 * blocks), timed in blocks ABBA or BAAB."""
    logs = drifts(rng, TRIALS, 4 * blocks) + noise(rng, TRIALS, 4 * blocks, white)
    quads = logs.reshape(TRIALS, blocks, 4)
    outer, inner = quads[:, :, [0, 3]], quads[:, :, [1, 2]]
    first = rng.random((TRIALS, blocks, 1)) < 0.5
    student, reference = np.where(first, outer, inner) + math.log(truth), np.where(first, inner, outer)
    return np.exp(student).reshape(TRIALS, -1), np.exp(reference).reshape(TRIALS, -1)


def by_interval(rng: Rng, truth: float, white: float, blocks: int) -> list[Status]:
    """Return the verdicts of the check's own rule."""
    student, reference = turns(rng, truth, white, blocks)
    return [_verdict(mine.tolist(), its.tolist()) for mine, its in zip(student, reference, strict=True)]


def _verdict(student: Sequence[float], reference: Sequence[float]) -> Status:
    ratios = [mine / its for mine, its in zip(net(student, ()), net(reference, ()), strict=True)]
    low, _, high = interval(ratios)
    return verdict(low, high, LIMIT)


def by_mean(rng: Rng, truth: float, white: float) -> Samples:
    """Return the passes of a limit in ms, calibrated in another session: the mean of 20."""
    calibrated = np.exp(drifts(rng, TRIALS, 1)[:, 0])
    samples = truth * np.exp(drifts(rng, TRIALS, 20) + noise(rng, TRIALS, 20, white))
    return np.asarray(samples.mean(axis=1) <= LIMIT * calibrated)


def by_shortest(rng: Rng, truth: float, white: float) -> Samples:
    """Return the passes of the same limit for the shortest of 20."""
    calibrated = np.exp(drifts(rng, TRIALS, 1)[:, 0])
    samples = truth * np.exp(drifts(rng, TRIALS, 20) + noise(rng, TRIALS, 20, white))
    return np.asarray(samples.min(axis=1) <= LIMIT * calibrated)


def by_two_series(rng: Rng, truth: float, white: float) -> Samples:
    """Return the passes of the shortest of 3, all of the student's before all of the reference's."""
    drift = drifts(rng, TRIALS, 6)
    student = truth * np.exp(drift[:, :3] + noise(rng, TRIALS, 3, white))
    reference = np.exp(drift[:, 3:] + noise(rng, TRIALS, 3, white))
    return np.asarray(student.min(axis=1) <= LIMIT * reference.min(axis=1))


@pytest.mark.parametrize("blocks", [12, 24])
@pytest.mark.parametrize("white", WHITE)
@pytest.mark.parametrize("margin", [-0.10, -0.05, 0.05, 0.10])
def test_turn_by_turn_no_verdict_is_wrong_five_percent_beside_the_limit(
    blocks: int, white: float, margin: float
) -> None:
    found = by_interval(np.random.default_rng(11), LIMIT * (1 + margin), white, blocks)
    right, wrong = (Status.PASS, Status.FAIL) if margin < 0 else (Status.FAIL, Status.PASS)
    assert found.count(wrong) == 0
    undecided = 0.001 if abs(margin) > 0.05 else 0.15 if blocks == 12 else 0.01
    assert found.count(right) >= (1 - undecided) * TRIALS


@pytest.mark.parametrize("white", WHITE)
@pytest.mark.parametrize(("margin", "wrong"), [(-0.05, 0.0), (0.05, 0.0), (-0.02, 0.005), (0.02, 0.005)])
def test_looking_after_each_block_whether_it_is_decided_makes_it_no_worse(
    margin: float, wrong: float, white: float
) -> None:
    student, reference = turns(np.random.default_rng(14), LIMIT * (1 + margin), white, 24)
    found = [_first_verdict(mine.tolist(), its.tolist()) for mine, its in zip(student, reference, strict=True)]
    assert found.count(Status.FAIL if margin < 0 else Status.PASS) <= wrong * TRIALS
    assert found.count(Status.UNDECIDED) <= (0.005 if abs(margin) == 0.05 else 0.5) * TRIALS


def _first_verdict(student: Sequence[float], reference: Sequence[float]) -> Status:
    """Return the verdict at which no further block is measured."""
    for blocks in range(BLOCKS, MOST_BLOCKS + 1):
        found = _verdict(student[: 2 * blocks], reference[: 2 * blocks])
        if found is not Status.UNDECIDED:
            return found
    return Status.UNDECIDED


@pytest.mark.parametrize("margin", [-0.02, 0.02])
def test_closer_to_the_limit_a_verdict_is_left_open_rather_than_wrong(margin: float) -> None:
    found = by_interval(np.random.default_rng(12), LIMIT * (1 + margin), 0.03, 12)
    wrong = Status.FAIL if margin < 0 else Status.PASS
    assert found.count(wrong) <= 0.005 * TRIALS
    assert found.count(Status.UNDECIDED) > 0.5 * TRIALS


@pytest.mark.parametrize(
    ("rule", "margin", "least", "most"),
    [
        (by_mean, -0.05, 0.33, 0.39),
        (by_mean, 0.05, 0.19, 0.26),
        (by_shortest, -0.05, 0.06, 0.16),
        (by_shortest, 0.05, 0.44, 0.62),
        (by_two_series, -0.05, 0.005, 0.10),
        (by_two_series, 0.05, 0.005, 0.10),
    ],
)
@pytest.mark.parametrize("white", WHITE)
def test_naive_rules_are_as_bad_as_the_table_says(
    rule: Callable[[Rng, float, float], Samples], margin: float, least: float, most: float, white: float
) -> None:
    passed = rule(np.random.default_rng(13), LIMIT * (1 + margin), white)
    wrong = 1 - passed.mean() if margin < 0 else passed.mean()
    assert least <= wrong <= most


def test_the_interval_is_that_of_the_sign_test() -> None:
    # Binomial tables: of 12 values the 3rd and the 10th bound the median with 96.1 %, of 6 the extremes with 96.9 %.
    assert interval(list(range(1, 13)))[::2] == (3, 10)
    assert interval(list(range(1, 7)))[::2] == (1, 6)
    with pytest.raises(ValueError, match="5 blocks are too few"):
        interval(list(range(1, 6)))


def test_blocks_take_the_better_of_two_less_the_request() -> None:
    assert net((4.0, 2.0, 9.0, 9.0), (1.5, 1.0, 2.0, 1.0)) == [1.0, 8.0]
    assert net((4.0, 0.5), (1.0, 1.0)) == [1e-9]


def test_the_spread_is_that_of_the_logarithms_and_no_matter_of_a_spike() -> None:
    values = np.exp(np.random.default_rng(1).normal(0, 0.05, 1001)).tolist()
    assert spread(values) == pytest.approx(0.05, rel=0.1)
    assert spread([*values[:-1], 1000.0]) == pytest.approx(spread(values), rel=0.01)


@pytest.mark.parametrize(
    ("ratio", "share"), [(1.0, 1.0), (1.2, 1.0), (2.4, 0.5), (4.8, 0.0), (9.0, 0.0), (1.2 * 2**0.5, 0.75)]
)
def test_points_fall_with_the_logarithm_of_the_ratio(ratio: float, share: float) -> None:
    assert earned(ratio, 1.2, 4.8) == pytest.approx(share)
