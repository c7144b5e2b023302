"""Benchmarks in real boxes: which clocks and which calls of torch are the judge's."""

from collections.abc import Mapping
from pathlib import Path

import pytest
from benches import bench

from grader.errors import ConfigError
from grader.languages.benchmark import BenchmarkLanguage
from grader.model.assignment import Assignment, Case, Exercise
from grader.model.evidence import Ending, ExerciseEvidence, Reference, Run
from grader.model.submission import Cell, Submission
from grader.model.text import Text
from grader.model.values import Scalar

NAME = Text(bn="ক", en="a")

# One program, many benchmarks: the number of a case's run picks one, so that a single box does for all.
SOURCE = """
import timeit
import time
from datetime import UTC, datetime
from time import perf_counter

import torch
from torch.cuda import synchronize

START = datetime(2026, 1, 1)
ON_LOADING = time.time(), torch.cuda.Event(enable_timing=True).record(), synchronize()
count = iter(range(100))

def lap(fn, x, wait, clock):
    fn(x), synchronize()
    start = clock()
    y = fn(x)
    wait(y)
    return (clock() - start) * 1e3

def benchmark(fn, x):
    return WAYS[next(count)](fn, x)

def refused(fn, x):
    fn(x)

def timer(fn, x):
    x = x.to(device="cuda")
    from torch.utils.benchmark import Timer
    return Timer("fn(x)", globals={"fn": fn, "x": x}).timeit(5).median * 1e3

def events(fn, x):
    x, (a, b) = x.cuda(), [torch.cuda.Event(enable_timing=True) for _ in "ab"]
    a.record(); fn(x); b.record(); b.synchronize()
    return a.elapsed_time(b)

def no_timing(fn, x):
    a = torch.cuda.Event()
    a.record()
    a.elapsed_time(a)

def slept(fn, x):
    start = perf_counter()
    time.sleep(5)
    return (perf_counter() - start) * 1e3

def moved(fn, x):
    y = fn(x.to("cuda", torch.float64)).to("cpu")
    made = torch.zeros(3, device="cuda")
    return float(type(y) is torch.Tensor and y.dtype is torch.float64 and not y.is_cuda
                 and made.is_cuda and fn(made).device.type == "cuda" and x.device.type == "cpu")

WAYS = [
    lambda fn, x: lap(fn, x.cuda(), lambda y: synchronize(), perf_counter),
    lambda fn, x: lap(fn, x.cuda(), lambda y: None, perf_counter),
    lambda fn, x: lap(fn, x.cuda(), lambda y: y.sum().item(), time.time),
    lambda fn, x: lap(fn, x.cuda(), lambda y: float(y[0]), time.monotonic),
    lambda fn, x: lap(fn, x.cuda(), lambda y: synchronize(), lambda: time.perf_counter_ns() / 1e9),
    lambda fn, x: lap(fn, x.cuda(), lambda y: y.cpu().numpy(), timeit.default_timer),
    lambda fn, x: timeit.timeit(lambda: lap(fn, x.cuda(), lambda y: synchronize(), perf_counter), number=1) * 500,
    events, timer, slept, moved,
    lambda fn, x: torch.tensor(1.5),
    lambda fn, x: True,
    lambda fn, x: None,
    refused, no_timing,
    lambda fn, x: lap(fn, x.cuda(), lambda y: synchronize(), lambda: datetime.now().timestamp()),
    lambda fn, x: lap(fn, x.cuda(), lambda y: synchronize(), lambda: (datetime.utcnow() - START).total_seconds()),
    lambda fn, x: abs(datetime.now(UTC).timestamp() - time.time()) < 1 and datetime.now().year - 0.5,
]
"""


# The same for what the host does besides, and for streams.
MORE = """
import logging
import time

import torch

count = iter(range(100))

def benchmark(fn, x):
    return WAYS[next(count)](fn, x.cuda())

def spent(work):
    torch.cuda.synchronize()
    start = time.perf_counter()
    work()
    return (time.perf_counter() - start) * 1e3

def event():
    return torch.cuda.Event(enable_timing=True)

def beside(fn, x):
    a, b = event(), event()
    a.record()
    with torch.cuda.stream(torch.cuda.Stream()):
        fn(x)
    b.record(), torch.cuda.synchronize()
    return a.elapsed_time(b)

def behind(fn, x):
    a, b, s = event(), event(), torch.cuda.Stream()
    a.record()
    with torch.cuda.stream(s):
        fn(x)
    torch.cuda.current_stream().wait_stream(s)
    b.record(), b.synchronize()
    return a.elapsed_time(b)

def followed(fn, x):
    a, b, s = event(), event(), torch.cuda.Stream()
    a.record(s)
    torch.cuda.set_stream(s)
    fn(x)
    done = s.record_event()
    torch.cuda.set_stream(torch.cuda.default_stream())
    torch.cuda.current_stream().wait_event(done)
    b.record(), torch.cuda.current_stream().synchronize()
    return a.elapsed_time(b)

def halved(fn, x):
    torch.cuda.synchronize()
    return spent(lambda: (fn(x[:512]), torch.cuda.synchronize()))

def walls(fn, x):
    start = time.time()
    fn(x)
    return time.time() - start

WAYS = [
    lambda fn, x: spent(lambda: print("a", "b")),
    lambda fn, x: spent(lambda: logging.warning("slow")),
    lambda fn, x: spent(lambda: torch.zeros(4, device="cuda")),
    lambda fn, x: spent(lambda: x.clone()),
    lambda fn, x: spent(lambda: torch.empty_like(x)),
    lambda fn, x: spent(lambda: torch.testing.assert_close(x, x)),
    lambda fn, x: spent(lambda: torch.equal(x, x)),
    beside, behind, followed, halved, walls,
]
"""
PLANTED: Mapping[str, Scalar] = {
    "kernel": "2 ms", "write": "10 ms", "allocate": "20 ms", "copy": "30 ms", "step": "5 s"
}  # fmt: skip
TAKES = (40.0, 10.0, 20.0, 20.0, 20.0, 30.0, 30.0, 0.0, 2.0, 2.0, 1.0, -5.0)


def gathered(source: str, *params: Mapping[str, Scalar], hidden: bool = False) -> tuple[ExerciseEvidence, Reference]:
    cases = tuple(Case(id=str(at), params=each, hidden=hidden) for at, each in enumerate(params))
    exercise = Exercise(
        id="e", title=NAME, statement=NAME, language="benchmark", checks=(), entry="benchmark", cases=cases
    )
    assignment = Assignment(
        id="a", title=NAME, statement=NAME, folder=Path("/a"), submit=("a.py",), starter=Path("/a/a.py"),
        reference=Path("/a/s.py"), exercises=(exercise,),
    )  # fmt: skip
    given = bench("virtual", seed=lambda case: int(case.id))
    submission = Submission(
        student="s001", assignment="a", file="a.py", format="py", digest="", cells=(Cell(source=source, number=None),)
    )
    return BenchmarkLanguage().gather(submission, exercise, assignment, given)


@pytest.fixture(scope="module")
def runs() -> tuple[Run, ...]:
    evidence, reference = gathered(SOURCE, *[{"kernel": "2 ms"}] * 19)
    assert evidence.load.ending is Ending.RETURNED, evidence.load
    assert [expected["number"] for expected in reference.expected] == [2.0] * 19
    return evidence.runs


@pytest.mark.parametrize("at", [0, 2, 3, 4, 5, 7, 8, 16, 17])
def test_every_clock_and_every_wait_is_the_judges(runs: tuple[Run, ...], at: int) -> None:
    assert runs[at].outputs["number"] == pytest.approx(2.0, rel=0.05), runs[at].outcome


def test_without_a_wait_only_the_launch_is_read(runs: tuple[Run, ...]) -> None:
    number = runs[1].outputs["number"]
    assert isinstance(number, float)
    assert number < 0.02
    assert [entry["event"] for entry in runs[1].log] == ["copy", "launch", "synchronize", "clock", "launch", "clock"]


def test_a_date_is_todays(runs: tuple[Run, ...]) -> None:
    year = runs[18].outputs["number"]
    assert isinstance(year, float)
    assert year > 2025


def test_timeit_reads_the_judges_clock(runs: tuple[Run, ...]) -> None:
    assert runs[6].outputs["number"] == pytest.approx(2.0, rel=0.05)  # two launches, half of them counted


def test_sleeping_takes_no_real_time(runs: tuple[Run, ...]) -> None:
    assert runs[9].outputs["number"] == pytest.approx(5000.0, rel=0.01)
    assert runs[9].outcome.seconds < 2


def test_tensors_know_where_they_are(runs: tuple[Run, ...]) -> None:
    assert runs[10].outputs["number"] == 1.0


def test_a_number_of_torch_is_one_and_a_truth_value_is_none(runs: tuple[Run, ...]) -> None:
    assert runs[11].outputs == {"number": 1.5}
    assert [(run.outputs, run.claims["kind"]) for run in runs[12:14]] == [({}, "bool"), ({}, "None")]


def test_what_torch_would_refuse_is_refused_in_its_words(runs: tuple[Run, ...]) -> None:
    assert "Expected all tensors to be on the same device" in runs[14].outcome.text
    assert "enable_timing=True" in runs[15].outcome.text


@pytest.fixture(scope="module")
def more() -> tuple[Run, ...]:
    evidence, _ = gathered(MORE, *[PLANTED] * len(TAKES))
    assert evidence.load.ending is Ending.RETURNED, evidence.load
    return evidence.runs


@pytest.mark.parametrize(("at", "takes"), list(enumerate(TAKES)))
def test_what_is_done_besides_takes_its_time_and_each_stream_its_own(
    more: tuple[Run, ...], at: int, takes: float
) -> None:
    assert more[at].outputs["number"] == pytest.approx(takes, rel=0.02, abs=0.02), more[at].outcome


def test_what_is_printed_is_kept(more: tuple[Run, ...]) -> None:
    assert "a b" in more[0].printed
    assert "slow" in more[1].printed
    assert more[2].printed == ""


THREADS = """
import sys
import threading
import time

def benchmark(fn, x):
    found = []

    def work():
        looks = [time.perf_counter() for _ in range(200)]
        found.append(looks == sorted(looks))
        print("done")

    sys.setswitchinterval(1e-5)
    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sum(found)
"""


def test_threads_may_look_at_the_clock_at_once() -> None:
    evidence, _ = gathered(THREADS, {"kernel": "2 ms"})
    assert evidence.runs[0].outputs == {"number": 4}, evidence.runs[0].outcome


CACHE = """
import torch

count = iter(range(100))

def benchmark(fn, x):
    x = x.cuda()
    fn(x)
    large = torch.empty(10_000_000, device="cuda")
    if next(count):
        large.zero_()
    a, b = (torch.cuda.Event(enable_timing=True) for _ in range(2))
    a.record(), fn(x), b.record(), b.synchronize()
    return 8 * x.numel() / a.elapsed_time(b) / 1e6
"""


def test_a_cache_is_warm_until_something_large_was_written() -> None:
    warm: Mapping[str, Scalar] = {"kernel": "2 ms", "warm": "1 ms", "bytes": "8 B", "elements": 500_000}
    evidence, reference = gathered(CACHE, warm, warm)
    assert [run.outputs["number"] for run in evidence.runs] == pytest.approx([4.0, 2.0], rel=0.01)
    assert [(expected["number"], expected["unit"]) for expected in reference.expected] == [(2.0, "GB/s")] * 2


COMPARED = """
import time
import torch

count = iter(range(100))

def benchmark(cpu_fn, gpu_fn, x):
    y = x.cuda()
    case = next(count)
    if case == 1:
        cpu_fn(y)
    torch.set_num_threads(torch.get_num_threads() // (1 + case))
    start = time.perf_counter()
    assert torch.equal(cpu_fn(x), 2 * x)
    middle = time.perf_counter()
    assert gpu_fn(y).is_cuda
    torch.cuda.synchronize()
    return (middle - start) / (time.perf_counter() - middle)
"""


def test_a_comparison_gets_the_same_function_for_both() -> None:
    both: Mapping[str, Scalar] = {"kernel": "2 ms", "host": "50 ms"}
    evidence, reference = gathered(COMPARED, both, both, both)
    assert evidence.runs[0].outputs["number"] == pytest.approx(25.0, rel=0.01), evidence.runs[0].outcome
    assert evidence.runs[2].outputs["number"] == pytest.approx(100.0, rel=0.01)  # 8 // 3 threads
    assert (reference.expected[0]["number"], reference.expected[0]["unit"]) == (25.0, "times")
    assert evidence.runs[1].outcome.error == "TypeError"


def test_operations_are_counted_for_each_element() -> None:
    _, reference = gathered("def benchmark(fn, x):\n    return 1", {"kernel": "1 ms", "flops": 2, "elements": 5000})
    assert reference.expected[0]["number"] == pytest.approx(0.01)
    assert reference.expected[0]["unit"] == "GFLOP/s"


def test_the_size_of_a_hidden_case_is_drawn_too() -> None:
    source = "def benchmark(fn, x):\n    return x.numel()"
    case: Mapping[str, Scalar] = {"kernel": "2 ms", "elements": 1000}
    evidence, reference = gathered(source, *[case] * 5, hidden=True)
    sizes = [run.outputs["number"] for run in evidence.runs]
    assert sizes == [expected["elements"] for expected in reference.expected]
    assert len(set(sizes)) > 1
    assert all(isinstance(size, float) and 500 <= size <= 2000 for size in sizes)


def test_a_hidden_case_is_drawn_around_what_is_written() -> None:
    source = "def benchmark(fn, x):\n    return 1"
    _, reference = gathered(source, *[{"kernel": "2 ms"}] * 5, hidden=True)
    times = [expected["ms"] for expected in reference.expected]
    assert len(set(times)) == 5
    assert all(isinstance(time, float) and 1.0 <= time <= 4.0 for time in times)


@pytest.mark.parametrize(
    "params",
    [
        {"kernel": "2"},
        {"kernel": 2},
        {"kernel": "0 ms"},
        {"first": "1 ms"},
        {"kernel": "2 ms", "n": "1 s"},
        {"kernel": "2 ms", "elements": 0},
        {"kernel": "2 ms", "elements": True},
        {"kernel": "2 ms", "flops": 1.5},
        {"kernel": "2 ms", "bytes": "8"},
        {"kernel": "2 ms", "bytes": "8 B", "flops": 2},
        {"kernel": "2 ms", "flops": 2, "host": "8 ms"},
    ],
)
def test_a_case_that_gives_no_times_is_its_authors_fault(params: dict[str, Scalar]) -> None:
    with pytest.raises(ConfigError, match="case 0"):
        gathered("def benchmark(fn, x):\n    return 1", params)


def test_a_submission_that_does_not_load_is_not_run() -> None:
    evidence, reference = gathered("1 / 0", {"kernel": "2 ms"})
    assert (evidence.load.error, evidence.runs, reference.expected) == ("ZeroDivisionError", (), ())
