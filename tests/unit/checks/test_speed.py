import random

import pytest

from grader.checks.speed import SpeedCheck, block_ratios, median_interval
from grader.model.assignment import Case, Exercise
from grader.model.evidence import Ending, ExerciseEvidence, Measurement, Outcome, Reference, Run
from grader.model.text import Text
from grader.model.values import Value
from grader.model.verdict import Finding, Status
from grader.ports import Seen

TEXT = Text(bn="ক", en="a")


def judge(
    measurement: Measurement | None, *, can_time: bool = True, cost: Value = None, hidden: bool = False
) -> Finding:
    case = Case(id="n=1", params={}, role="speed", hidden=hidden)
    claims = {"cost": cost}
    run = Run(case=case, seed=0, outcome=Outcome(ending=Ending.RETURNED), measurement=measurement, claims=claims)
    seen = Seen(
        exercise=Exercise(id="e", title=TEXT, statement=TEXT, language="numba_cuda", checks=()),
        evidence=ExerciseEvidence(exercise="e", load=Outcome(ending=Ending.RETURNED), runs=(run,)),
        reference=Reference(exercise="e", expected=({},)),
        device="cuda" if can_time else "virtual",
        can_time=can_time,
    )
    (finding,) = SpeedCheck(at_most=1.5).judge(seen)
    return finding


def measured(ratio: float, noise: float = 0.03, clock: str = "judge", blocks: int = 12) -> Measurement:
    """Samples of a drifting, noisy machine."""
    rng, drift = random.Random(7), 1.0  # noqa: S311 - noise of a test
    student, reference = [], []
    for _ in range(blocks):
        drift *= rng.uniform(0.9, 1.1)
        student += [ratio * drift * rng.uniform(1, 1 + noise) * 1e-3 for _ in range(2)]
        reference += [drift * rng.uniform(1, 1 + noise) * 1e-3 for _ in range(2)]
    return Measurement(clock=clock, student_s=tuple(student), reference_s=tuple(reference))


@pytest.mark.parametrize(
    ("ratio", "status"),
    [
        (0.9, Status.PASS),
        (1.4, Status.PASS),
        (1.6, Status.FAIL),
    ],
)
def test_the_median_ratio_decides_where_it_is_sure(ratio: float, status: Status) -> None:
    assert judge(measured(ratio)).status is status


@pytest.mark.parametrize("middle", [1.49, 1.51])
def test_a_median_near_the_limit_is_left_to_a_person(middle: float) -> None:
    ratios = [middle + 0.01 * step for step in range(-6, 7)]
    samples = Measurement(
        clock="judge",
        student_s=tuple(ratio for ratio in ratios for _ in range(2)),
        reference_s=tuple(1.0 for _ in ratios for _ in range(2)),
    )
    finding = judge(samples)
    assert (finding.status, finding.code) == (Status.UNDECIDED, "perf.too-close")


def test_a_failure_says_how_much_too_slow() -> None:
    finding = judge(measured(3.0))
    assert finding.code == "perf.too-slow"
    ratio = finding.params["ratio"]
    assert isinstance(ratio, float)
    assert 2.8 < ratio < 3.2


def test_a_spike_changes_nothing() -> None:
    good = measured(1.2)
    spiked = Measurement(
        clock="judge", student_s=(good.student_s[0] * 50, *good.student_s[1:]), reference_s=good.reference_s
    )
    assert judge(spiked).status is Status.PASS


def test_a_device_that_cannot_time_leaves_the_points_open() -> None:
    finding = judge(None, can_time=False)
    assert (finding.status, finding.code) == (Status.DEFER, "device.cannot-time")


def test_it_offers_what_the_device_has_counted() -> None:
    finding = judge(None, can_time=False, cost={"sectors": 400, "ideal_sectors": 100})
    assert (finding.status, finding.code) == (Status.DEFER, "device.counted")
    assert finding.params == {"device": "virtual", "sectors": 400, "ideal": 100, "share": 0.25}


@pytest.mark.parametrize(
    "cost", [7, {}, {"sectors": 1}, {"sectors": "9", "ideal_sectors": 1}, {"sectors": 1, "ideal_sectors": 2},
             {"sectors": 10**12, "ideal_sectors": 1}, {"sectors": 0, "ideal_sectors": 0}],
)  # fmt: skip
def test_a_count_that_none_can_be_is_not_shown(cost: Value) -> None:
    assert judge(None, can_time=False, cost=cost).code == "device.cannot-time"


def test_what_was_counted_on_a_hidden_case_is_not_shown() -> None:
    cost: Value = {"sectors": 400, "ideal_sectors": 100}
    assert judge(None, can_time=False, cost=cost, hidden=True).code == "device.cannot-time"


@pytest.mark.parametrize("measurement", [None, measured(1.0, clock="box"), measured(1.0, blocks=5)])
def test_a_missing_or_foreign_measurement_is_our_fault(measurement: Measurement | None) -> None:
    with pytest.raises(ValueError, match=r"measured|few"):
        judge(measurement)


def test_the_interval_is_that_of_the_sign_test() -> None:
    # Binomial tables: of 12 values the 3rd and the 10th bound the median with 96.1 %, of 6 the extremes with 96.9 %.
    assert median_interval(list(range(1, 13)))[::2] == (3, 10)
    assert median_interval(list(range(1, 7)))[::2] == (1, 6)


def test_blocks_take_the_better_of_two() -> None:
    samples = Measurement(clock="judge", student_s=(4.0, 2.0, 9.0, 9.0), reference_s=(1.0, 8.0, 3.0, 6.0))
    assert block_ratios(samples) == [2.0, 3.0]
