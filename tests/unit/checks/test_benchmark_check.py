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


def judged(run: Run, check: BenchmarkCheck | None = None, asked: Mapping[str, Value] = NO_TRAPS) -> Finding:
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


def slowest(gpu: VirtualGpu) -> float:
    do(gpu, "launch", "synchronize")
    return max(lap(gpu, "launch", "synchronize") for _ in range(9))


def with_buffer(gpu: VirtualGpu) -> float:
    do(gpu, "launch", "synchronize")
    return lap(gpu, "allocate", "launch", "synchronize")


def with_print(gpu: VirtualGpu) -> float:
    do(gpu, "launch", "synchronize", "write")
    return lap(gpu, "launch", "synchronize", "write", "write")


def with_assert(gpu: VirtualGpu) -> float:
    do(gpu, "launch", "synchronize")
    start = gpu.answer("clock", {})
    do(gpu, "launch")
    do(gpu, "copy", value=True)
    end = gpu.answer("clock", {})
    assert isinstance(start, float)
    assert isinstance(end, float)
    return (end - start) * 1e3


def with_copy_of_nine(gpu: VirtualGpu) -> float:
    """Return nine times the truth, with nine calls: but each of them by itself, and with its copy."""
    do(gpu, "launch", "synchronize")
    return sorted(lap(gpu, "copy", "launch", "synchronize") for _ in range(9))[4]


def beside(gpu: VirtualGpu) -> float:
    do(gpu, "launch", "synchronize")
    start = gpu.answer("record", {"stream": 0})
    do(gpu, "launch", stream=1)
    end = gpu.answer("record", {"stream": 0})
    do(gpu, "synchronize")
    found = gpu.answer("elapsed", {"start": start, "end": end})
    assert isinstance(found, float)
    return found


def on_the_wall(gpu: VirtualGpu) -> float:
    do(gpu, "launch", "synchronize")
    start = gpu.answer("clock", {"wall": True})
    do(gpu, "launch", "synchronize")
    end = gpu.answer("clock", {"wall": True})
    assert isinstance(start, float)
    assert isinstance(end, float)
    return (end - start) * 1e3


def smaller(gpu: VirtualGpu) -> float:
    do(gpu, "launch", "synchronize")
    start = gpu.answer("clock", {})
    do(gpu, "launch", elements=100, bytes=400)
    do(gpu, "synchronize")
    end = gpu.answer("clock", {})
    assert isinstance(start, float)
    assert isinstance(end, float)
    return (end - start) * 1e3


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
        (slowest, {"outlier": 0.09}, "timing.maximum"),
        (with_buffer, {"allocate": 0.03}, "timing.allocation-inside"),
        (with_print, {"write": 0.001}, "timing.print-inside"),
        (with_assert, {"copy": 0.03}, "timing.check-inside"),
        (good, {"ramp": 0.1}, "timing.clock-ramp"),
        (beside, {}, "timing.event-other-stream"),
        (on_the_wall, {"step": 5.0}, "timing.wall-clock"),
        (smaller, {}, "timing.other-input"),
        (total, {}, "timing.not-divided"),
        (with_copy_of_nine, {"copy": 0.016}, "timing.copy-inside"),
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


GBS: Mapping[str, Value] = {"number": 4.0, "unit": "GB/s", "each": 8}
GFLOPS: Mapping[str, Value] = {"number": 1.0, "unit": "GFLOP/s", "each": 2}
TIMES: Mapping[str, Value] = {"number": 4.0, "unit": "times"}


@pytest.mark.parametrize(
    ("asked", "got", "code"),
    [
        (GBS, 4.1, ""),
        (GBS, 4.0 / 1.0737, "timing.gib"),
        (GBS, 2.0, "timing.bytes-miscounted"),
        (GBS, 8.0, "timing.bytes-miscounted"),
        (GBS, 4e3, "timing.unit-rate"),
        (GBS, 4e-3, "timing.unit-rate"),
        (GBS, 5.0, "timing.wrong-rate"),
        (GFLOPS, 0.5, "timing.flop-factor"),
        (GFLOPS, 2.0, "timing.flop-factor"),
        (GFLOPS, 1e9, "timing.unit-rate"),
        (GFLOPS, 0.7, "timing.wrong-rate"),
        (TIMES, 4.0, ""),
        (TIMES, 0.25, "timing.speedup-inverted"),
        (TIMES, 3.0, "timing.wrong-rate"),
        (TIMES, 0.0, "timing.wrong-rate"),
    ],
)
def test_a_number_that_is_counted_wrongly_has_its_name(asked: Mapping[str, Value], got: float, code: str) -> None:
    def benchmark(gpu: VirtualGpu) -> float:
        good(gpu)
        return got

    found = judged(ran(benchmark), asked=asked)
    assert (found.status, found.code) == (Status.FAIL if code else Status.PASS, code)


def test_a_rate_tells_of_the_time_that_it_comes_from() -> None:
    found = judged(ran(lambda gpu: 8.0 / without_sync(gpu)), asked=GBS)  # 8 MB in so many ms
    assert found.code == "timing.no-synchronize"
    assert found.params["got"] == pytest.approx(0.005, rel=0.1)
    assert found.params["ref"] == TRUE


def test_bytes_are_told_as_they_were_counted() -> None:
    def benchmark(gpu: VirtualGpu) -> float:
        good(gpu)
        return 6.0

    assert judged(ran(benchmark), asked=GBS).params["counted"] == 12


def test_a_warm_cache_is_named_where_it_made_the_number_too_good() -> None:
    def benchmark(gpu: VirtualGpu) -> float:
        do(gpu, "launch", "launch", "synchronize", buffer=7, bytes=4096)
        start = gpu.answer("clock", {})
        do(gpu, "launch", buffer=7, bytes=4096)
        do(gpu, "synchronize")
        end = gpu.answer("clock", {})
        assert isinstance(start, float)
        assert isinstance(end, float)
        return 8e-3 / (end - start)

    assert judged(ran(benchmark, {"warm": 0.0005}), asked=GBS).code == "timing.warm-cache"
    assert judged(ran(benchmark), asked=GBS).status is Status.PASS


@pytest.mark.parametrize(
    ("cpu", "gpu", "code"),
    [
        ({}, {}, ""),
        ({"elements": 512, "bytes": 2048}, {"elements": 512, "bytes": 2048}, ""),
        ({"elements": 512, "bytes": 2048}, {}, "timing.compared-unlike"),
        ({}, {"dtype": "float16", "bytes": 2048}, "timing.compared-unlike"),
        ({"threads": 1}, {}, "timing.fewer-threads"),
    ],
)
def test_both_sides_of_a_comparison_have_to_do_the_same(
    cpu: dict[str, Value], gpu: dict[str, Value], code: str
) -> None:
    def benchmark(card: VirtualGpu) -> float:
        do(card, "launch", "synchronize")
        looks = [card.answer("clock", {})]
        do(card, "compute", **cpu)
        looks.append(card.answer("clock", {}))
        do(card, "launch", **gpu)
        do(card, "synchronize")
        looks.append(card.answer("clock", {}))
        start, middle, end = (float(str(look)) for look in looks)
        return (middle - start) / (end - middle)

    found = judged(ran(benchmark, {"host": 0.008}), asked=TIMES)
    assert (found.status, found.code) == (Status.FAIL if code else Status.PASS, code)


def test_an_input_is_not_blamed_that_was_timed_beside_the_right_one() -> None:
    def benchmark(gpu: VirtualGpu) -> float:
        smaller(gpu)
        return 1.5 * good(gpu)

    assert judged(ran(benchmark)).code == "timing.wrong-value"


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


def test_an_event_that_keeps_no_time_is_known_from_the_words_of_torch() -> None:
    text = "Both events must be created with argument 'enable_timing=True'."
    outcome = Outcome(ending=Ending.RAISED, error="ValueError", text=text, place=Place(file="a.py", line=9))
    found = judged(Run(case=Case(id="c", params={}), seed=0, outcome=outcome))
    assert (found.code, found.params) == ("timing.event-without-timing", {"where": "a.py:9"})


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
