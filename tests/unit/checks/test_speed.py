"""Measurements in, findings out."""

import random
from dataclasses import replace
from decimal import Decimal

import pytest

from grader.checks.speed import SpeedCheck
from grader.model.assignment import Case, Exercise
from grader.model.evidence import Ending, ExerciseEvidence, Measurement, Outcome, Reference, Run
from grader.model.pictures import Count, Counts, Timing
from grader.model.text import Text
from grader.model.values import Value
from grader.model.verdict import Finding, Status
from grader.ports import Seen

TEXT = Text(bn="ক", en="a")
CHECK = SpeedCheck(at_most=1.5)
RAMP = SpeedCheck(at_most=1.2, none_at=4.8)
BANDWIDTH = SpeedCheck(at_least=0.5)
MS = 1e-3


def judge(
    measurement: Measurement | None,
    check: SpeedCheck = CHECK,
    *,
    can_time: bool = True,
    cost: Value = None,
    hidden: bool = False,
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
    (finding,) = check.judge(seen)
    return finding


def measured(ratio: float, noise: float = 0.03, blocks: int = 12) -> Measurement:
    """Samples of a drifting, noisy machine; the reference's work takes 1 ms, its request 1 ms more."""
    rng, drift = random.Random(7), 1.0  # noqa: S311 - noise of a test
    student, reference = [], []
    for _ in range(blocks):
        drift *= rng.uniform(0.9, 1.1)
        student += [MS + ratio * drift * rng.uniform(1, 1 + noise) * MS for _ in range(2)]
        reference += [MS + drift * rng.uniform(1, 1 + noise) * MS for _ in range(2)]
    return Measurement(
        student_s=tuple(student), reference_s=tuple(reference), null_s=(MS,) * 2 * blocks,
        first_s=2.0, moved=1000, copy_s=0.1 * MS,
    )  # fmt: skip


@pytest.mark.parametrize(("ratio", "status"), [(0.9, Status.PASS), (1.4, Status.PASS), (1.6, Status.FAIL)])
def test_the_median_ratio_of_the_work_decides_where_it_is_sure(ratio: float, status: Status) -> None:
    assert judge(measured(ratio)).status is status


def test_a_pass_tells_the_ratio_too() -> None:
    finding = judge(measured(0.9))
    assert (finding.code, finding.params) == ("", {"ratio": pytest.approx(0.9, abs=0.03), "limit": 1.5})


@pytest.mark.parametrize("middle", [1.49, 1.51])
def test_a_median_near_the_limit_is_left_to_a_person(middle: float) -> None:
    ratios = [middle + 0.01 * step for step in range(-6, 7)]
    samples = replace(
        measured(1.0),
        student_s=tuple(MS * ratio for ratio in ratios for _ in range(2)),
        reference_s=(MS,) * 26,
        null_s=(0.0,) * 26,
    )
    finding = judge(samples)
    assert (finding.status, finding.code) == (Status.UNDECIDED, "perf.too-close")


def test_a_failure_says_how_much_too_slow_and_earns_nothing() -> None:
    finding = judge(measured(3.0))
    assert (finding.code, finding.partial) == ("perf.too-slow", Decimal(0))
    assert finding.params["ratio"] == pytest.approx(3.0, abs=0.1)
    assert finding.params["student"] == pytest.approx(3.0, abs=1.0), "in ms, without the request"


@pytest.mark.parametrize(("ratio", "code", "share"), [(2.4, "perf.partly", 0.5), (6.0, "perf.too-slow", 0.0)])
def test_with_a_ramp_a_part_of_the_points_is_earned(ratio: float, code: str, share: float) -> None:
    finding = judge(measured(ratio), RAMP)
    assert (finding.status, finding.code) == (Status.FAIL, code)
    assert float(finding.partial) == pytest.approx(share, abs=0.02)


def test_a_spike_changes_nothing() -> None:
    good = measured(1.2)
    spiked = replace(good, student_s=(good.student_s[0] * 50, *good.student_s[1:]))
    assert judge(spiked).status is Status.PASS


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"stray_s": 0.02}, "perf.not-idle"),
        ({"copy_s": 2 * MS}, "perf.too-fast"),
        ({"student_s": (0.5 * MS,) * 24}, "perf.too-fast"),
        ({"reference_s": (1.04 * MS,) * 24}, "perf.too-short"),
        ({"reference_s": tuple((1 + step % 5) * MS for step in range(2, 26))}, "perf.noisy"),
    ],
)
def test_a_measurement_that_shows_nothing_is_left_to_a_person(changes: dict[str, object], code: str) -> None:
    finding = judge(replace(measured(0.9), **changes))  # type: ignore[arg-type] # one field of any type
    assert (finding.status, finding.code) == (Status.UNDECIDED, code)


def test_a_little_time_outside_is_no_reason() -> None:
    assert judge(replace(measured(0.9), stray_s=0.004)).status is Status.PASS


def test_no_time_counts_once_a_result_was_wrong() -> None:
    wrong = Measurement(student_s=(MS,), reference_s=(), null_s=(), wrong=1)
    finding = judge(wrong)
    assert (finding.status, finding.code, finding.params) == (Status.FAIL, "perf.wrong-when-timed", {"count": 2})


@pytest.mark.parametrize(("limit", "status"), [(1.0, Status.FAIL), (3.0, Status.PASS)])
def test_compiling_is_limited_apart(limit: float, status: Status) -> None:
    finding = judge(measured(0.9), SpeedCheck(at_most=1.5, compile_at_most=limit))
    assert finding.status is status
    if status is Status.FAIL:
        assert finding.code == "perf.compile-too-long"
        assert finding.params["seconds"] == pytest.approx(2.0, abs=0.01)


@pytest.mark.parametrize(
    ("copy_ms", "status", "code"),
    [
        (0.8, Status.PASS, ""),
        (0.3, Status.FAIL, "perf.little-bandwidth"),
        (0.0, Status.UNDECIDED, "perf.too-short"),
        (3.0, Status.UNDECIDED, "perf.too-fast"),
    ],
)
def test_a_share_of_the_bandwidth_is_compared_with_a_copy(copy_ms: float, status: Status, code: str) -> None:
    finding = judge(replace(measured(1.0), copy_s=copy_ms * MS), BANDWIDTH)
    assert (finding.status, finding.code) == (status, code)
    if status in {Status.PASS, Status.FAIL}:
        assert finding.params["share"] == pytest.approx(copy_ms, abs=0.15)


def test_the_bytes_that_are_needed_can_be_stated() -> None:
    samples = replace(measured(1.0), copy_s=0.3 * MS)
    assert judge(samples, SpeedCheck(at_least=0.5, bytes=3000)).status is Status.PASS


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"at_most": 1.5, "at_least": 0.8},
        {"at_least": 0.0},
        {"at_most": 2.0, "none_at": 2.0},
        {"at_least": 0.8, "none_at": 2.0},
    ],
)
def test_limits_that_contradict_each_other_are_refused(options: dict[str, float]) -> None:
    with pytest.raises(ValueError, match="expected"):
        SpeedCheck(**options)  # type: ignore[arg-type] # all of them are floats


def test_a_device_that_cannot_time_leaves_the_points_open() -> None:
    finding = judge(None, can_time=False)
    assert (finding.status, finding.code) == (Status.DEFER, "device.cannot-time")


def test_it_offers_what_the_device_has_counted() -> None:
    finding = judge(None, can_time=False, cost={"sectors": 400, "ideal_sectors": 100})
    assert (finding.status, finding.code) == (Status.DEFER, "device.counted")
    assert finding.params == {"device": "virtual", "sectors": 400, "ideal": 100, "share": 0.25}
    assert finding.picture == Counts(items=(Count(name="sectors", counted=400, ideal=100),))


@pytest.mark.parametrize(
    "cost", [7, {}, {"sectors": 1}, {"sectors": "9", "ideal_sectors": 1}, {"sectors": 1, "ideal_sectors": 2},
             {"sectors": 10**12, "ideal_sectors": 1}, {"sectors": 0, "ideal_sectors": 0}],
)  # fmt: skip
def test_a_count_that_none_can_be_is_not_shown(cost: Value) -> None:
    assert judge(None, can_time=False, cost=cost).code == "device.cannot-time"


def test_what_was_counted_on_a_hidden_case_is_not_shown() -> None:
    cost: Value = {"sectors": 400, "ideal_sectors": 100}
    assert judge(None, can_time=False, cost=cost, hidden=True).code == "device.cannot-time"


@pytest.mark.parametrize("ratio", [0.9, 1.5, 3.0])
def test_the_samples_of_a_comparison_are_drawn_without_the_request(ratio: float) -> None:
    found = judge(measured(ratio)).picture
    assert isinstance(found, Timing)
    assert (len(found.student_ms), len(found.beside_ms), found.copy, found.limit) == (12, 12, False, 1.5)
    assert found.low <= found.ratio <= found.high
    assert found.ratio == pytest.approx(ratio, rel=0.05)
    assert min(found.beside_ms) == pytest.approx(1.0, abs=0.7), "a work of 1 ms that drifts, without its null"


def test_beside_a_copy_the_limit_is_on_the_scale_of_its_time() -> None:
    found = judge(replace(measured(1.0), copy_s=0.8 * MS), BANDWIDTH).picture
    assert isinstance(found, Timing)
    assert (found.copy, found.limit) == (True, 2.0)
    assert found.beside_ms == pytest.approx(12 * (0.8,))
    assert found.ratio == pytest.approx(1.25, abs=0.2)


def test_samples_that_tell_nothing_are_not_drawn_and_noisy_ones_are() -> None:
    assert judge(replace(measured(0.9), stray_s=0.02)).picture is None
    assert judge(replace(measured(0.9), copy_s=2 * MS)).picture is None
    noisy = tuple((1 + step % 5) * MS for step in range(2, 26))
    assert isinstance(judge(replace(measured(0.9), reference_s=noisy)).picture, Timing)


@pytest.mark.parametrize("measurement", [None, measured(1.0, blocks=5)])
def test_a_missing_measurement_is_our_fault(measurement: Measurement | None) -> None:
    with pytest.raises(ValueError, match=r"measured|few"):
        judge(measurement)
