"""The check of a benchmark's number: what it passes, and what it calls each mistake, on logs that the device wrote."""

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from grader.boxes.virtual_time import MAX_EVENTS, VirtualGpu, Workload
from grader.boxes.wire import WireError
from grader.checks.benchmark import BenchmarkCheck
from grader.model.assignment import Case, Exercise
from grader.model.evidence import Ending, ExerciseEvidence, Outcome, Place, Reference, Run
from grader.model.text import Text
from grader.model.values import Value
from grader.model.verdict import Finding, Status
from grader.ports import Seen

TRUE = 2.0  # ms
IN_MS: Mapping[str, Value] = {"number": TRUE, "unit": "ms", "ms": TRUE, "elements": 1024, "each": 0}
Benchmark = Callable[[VirtualGpu], float]
NAME = Text(bn="ক", en="a")
NO_TRAPS: Mapping[str, Any] = {}


def judged(run: Run, check: BenchmarkCheck | None = None, **asked: Value) -> Finding:
    exercise = Exercise(id="e", title=NAME, statement=NAME, language="benchmark", checks=())
    load = Outcome(ending=Ending.RETURNED)
    seen = Seen(
        exercise=exercise,
        evidence=ExerciseEvidence(exercise="e", load=load, runs=(run,)),
        reference=Reference(exercise="e", expected=({**IN_MS, **asked},)),
        device="virtual",
        can_time=False,
    )
    (found,) = (check or BenchmarkCheck()).judge(seen)
    return found


def ran(benchmark: Benchmark, traps: Mapping[str, Any] = NO_TRAPS, ending: Ending = Ending.RETURNED) -> Run:
    gpu = VirtualGpu(Workload(kernel=TRUE / 1e3, **traps))
    gpu.answer("copy", {})
    outputs: dict[str, Value] = {}
    if ending is Ending.RETURNED:
        outputs["number"] = benchmark(gpu)
    else:
        benchmark(gpu)
    case, outcome = Case(id="c", params={}), Outcome(ending=ending)
    return Run(case=case, seed=0, outcome=outcome, outputs=outputs, log=tuple(gpu.log))


def lap(gpu: VirtualGpu, *events: str) -> float:
    """Return the milliseconds that some events take by the host's clock."""
    start = gpu.answer("clock", {})
    for event in events:
        gpu.answer(event, {})
    end = gpu.answer("clock", {})
    assert isinstance(start, float)
    assert isinstance(end, float)
    return (end - start) * 1e3


def do(gpu: VirtualGpu, *events: str, **payload: Value) -> None:
    for event in events:
        gpu.answer(event, payload)


def good(gpu: VirtualGpu) -> float:
    do(gpu, "launch", "synchronize")
    return sorted(lap(gpu, "launch", "synchronize") for _ in range(9))[4]


def without_sync(gpu: VirtualGpu) -> float:
    do(gpu, "launch", "synchronize")
    return lap(gpu, "launch")


def without_sync_before(gpu: VirtualGpu) -> float:
    do(gpu, "launch", "launch", "launch")
    return lap(gpu, "launch", "synchronize")


def without_warmup(gpu: VirtualGpu) -> float:
    do(gpu, "synchronize")
    return lap(gpu, *["launch"] * 10, "synchronize") / 10


def mean(gpu: VirtualGpu) -> float:
    do(gpu, "launch", "synchronize")
    return lap(gpu, *["launch"] * 10, "synchronize") / 10


def once(gpu: VirtualGpu) -> float:
    do(gpu, "launch", "synchronize")
    return lap(gpu, "launch", "synchronize")


def with_copy(gpu: VirtualGpu) -> float:
    do(gpu, "launch", "synchronize")
    return lap(gpu, "copy", "launch", "synchronize")


def total(gpu: VirtualGpu) -> float:
    do(gpu, "launch", "synchronize")
    return lap(gpu, *["launch"] * 20, "synchronize")


@pytest.mark.parametrize("traps", [{}, {"earlier": 0.05}, {"first": 0.2}, {"outlier": 0.09}, {"copy": 0.03}], ids=str)
def test_a_good_benchmark_passes_whatever_lies_in_wait(traps: Mapping[str, Any]) -> None:
    assert judged(ran(good, traps)).status is Status.PASS


@pytest.mark.parametrize(
    ("benchmark", "traps", "code"),
    [
        (without_sync, {}, "timing.no-synchronize"),
        (without_sync_before, {}, "timing.no-sync-before"),
        (lambda gpu: lap(gpu, "launch", "synchronize"), {"earlier": 0.05}, "timing.no-sync-before"),
        (without_warmup, {"first": 0.2}, "timing.no-warmup"),
        (mean, {"outlier": 0.09}, "timing.mean-with-outlier"),
        (once, {"outlier": 0.09}, "timing.one-sample"),
        (with_copy, {"copy": 0.03}, "timing.copy-inside"),
        (total, {}, "timing.not-divided"),
        (lambda gpu: good(gpu) / 1e3, {}, "timing.unit-seconds"),
        (lambda gpu: good(gpu) * 1e3, {}, "timing.unit-seconds"),
        (lambda gpu: good(gpu) * 1e6, {}, "timing.unit-seconds"),
        (lambda gpu: good(gpu) * 1.5, {}, "timing.wrong-value"),
        (lambda gpu: good(gpu) * 0.7, {}, "timing.wrong-value"),
        (lambda _gpu: 7.0, {}, "timing.not-measured"),
        (lambda _gpu: float("nan"), {}, "timing.not-a-number"),
    ],
)
def test_each_mistake_has_its_name(benchmark: Benchmark, traps: Mapping[str, Any], code: str) -> None:
    found = judged(ran(benchmark, traps))
    assert (found.status, found.code) == (Status.FAIL, code)


def test_a_copy_that_costs_nothing_is_not_blamed_for_another_mistake() -> None:
    def benchmark(gpu: VirtualGpu) -> float:
        do(gpu, "launch", "synchronize")
        return lap(gpu, *["launch"] * 10, "synchronize", "copy") / 10

    assert judged(ran(benchmark, {"outlier": 0.09, "copy": 1e-6})).code == "timing.mean-with-outlier"


@pytest.mark.parametrize("factor", [1e-3, 1.0, 1e3, 1e6])
def test_another_unit_counts_where_the_line_is_not_about_it(factor: float) -> None:
    run = ran(lambda gpu: good(gpu) * factor)
    assert judged(run, BenchmarkCheck(any_unit=True)).status is Status.PASS
    assert judged(run).status is (Status.PASS if factor == 1.0 else Status.FAIL)


def test_the_tolerance_is_a_share_of_the_true_time() -> None:
    run = ran(lambda gpu: good(gpu) * 1.04)
    assert judged(run).status is Status.PASS
    assert judged(run, BenchmarkCheck(within=0.02)).status is Status.FAIL


def test_what_is_no_number_is_called_by_its_kind() -> None:
    run = Run(case=Case(id="c", params={}), seed=0, outcome=Outcome(ending=Ending.RETURNED), claims={"kind": "str"})
    found = judged(run)
    assert (found.code, found.params) == ("timing.not-a-number", {"got": "str"})


def test_reading_an_event_too_early_is_known_from_the_log() -> None:
    def too_early(gpu: VirtualGpu) -> float:
        start = gpu.answer("record", {})
        do(gpu, "launch")
        gpu.answer("elapsed", {"start": start, "end": gpu.answer("record", {})})
        return 0.0

    assert judged(ran(too_early, ending=Ending.RAISED)).code == "timing.event-not-ready"


def test_a_tensor_of_the_host_is_known_from_the_words_of_torch() -> None:
    text = "Expected all tensors to be on the same device, but found at least two devices, cuda:0 and cpu!"
    outcome = Outcome(ending=Ending.RAISED, error="RuntimeError", text=text, place=Place(file="a.py", line=9))
    found = judged(Run(case=Case(id="c", params={}), seed=0, outcome=outcome))
    assert (found.code, found.params) == ("timing.not-on-device", {"where": "a.py:9"})


def test_an_error_of_another_kind_is_told_as_everywhere() -> None:
    assert judged(ran(good, ending=Ending.RAISED)).code == "run.raised"
    assert judged(ran(good, ending=Ending.TIMEOUT)).code == "run.timeout"


def test_a_benchmark_without_end_is_told_apart_from_a_bad_reply() -> None:
    def endless(gpu: VirtualGpu) -> float:
        with pytest.raises(WireError):
            do(gpu, *["launch"] * (MAX_EVENTS + 1))
        return 0.0

    found = judged(ran(endless, ending=Ending.BAD_REPLY))
    assert (found.code, found.params) == ("timing.too-many-events", {"limit": MAX_EVENTS})
    assert judged(ran(good, ending=Ending.BAD_REPLY)).code == "run.bad-reply"
