"""Benchmarks in real boxes: which clocks and which calls of torch are the judge's."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from grader import registry
from grader.errors import ConfigError
from grader.languages.benchmark import BenchmarkLanguage
from grader.model.assignment import Assignment, Case, Exercise, Limits
from grader.model.evidence import Ending, ExerciseEvidence, Reference, Run
from grader.model.submission import Cell, Submission
from grader.model.text import Text
from grader.model.values import Scalar
from grader.ports import Bench, Lease

NAME = Text(bn="ক", en="a")

# One program, many benchmarks: the number of a case's run picks one, so that a single box does for all.
SOURCE = """
import timeit
import time
from time import perf_counter

import torch
from torch.cuda import synchronize

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
]
"""


def gathered(source: str, *params: Mapping[str, Scalar], hidden: bool = False) -> tuple[ExerciseEvidence, Reference]:
    cases = tuple(Case(id=str(at), params=each, hidden=hidden) for at, each in enumerate(params))
    exercise = Exercise(
        id="e", title=NAME, statement=NAME, language="benchmark", checks=(), entry="benchmark", cases=cases
    )
    assignment = Assignment(
        id="a", title=NAME, statement=NAME, folder=Path("/a"), submit=("a.py",), starter=Path("/a/a.py"),
        reference=Path("/a/s.py"), exercises=(exercise,),
    )  # fmt: skip
    bench = Bench(
        sandbox=registry.load("sandboxes", "local")(),
        lease=Lease(environment={"CUDA_VISIBLE_DEVICES": ""}),
        limits=Limits(wall_s=20.0),
        seed=lambda case: int(case.id),
        can_time=False,
    )
    submission = Submission(
        student="s001", assignment="a", file="a.py", format="py", digest="", cells=(Cell(source=source, number=None),)
    )
    return BenchmarkLanguage().gather(submission, exercise, assignment, bench)


@pytest.fixture(scope="module")
def runs() -> tuple[Run, ...]:
    evidence, reference = gathered(SOURCE, *[{"kernel": "2 ms"}] * 16)
    assert evidence.load.ending is Ending.RETURNED, evidence.load
    assert [expected["number"] for expected in reference.expected] == [2.0] * 16
    return evidence.runs


@pytest.mark.parametrize("at", [0, 2, 3, 4, 5, 7, 8])
def test_every_clock_and_every_wait_is_the_judges(runs: tuple[Run, ...], at: int) -> None:
    assert runs[at].outputs["number"] == pytest.approx(2.0, rel=0.05), runs[at].outcome


def test_without_a_wait_only_the_launch_is_read(runs: tuple[Run, ...]) -> None:
    number = runs[1].outputs["number"]
    assert isinstance(number, float)
    assert number < 0.02
    assert [entry["event"] for entry in runs[1].log] == ["copy", "launch", "synchronize", "clock", "launch", "clock"]


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


def test_a_hidden_case_is_drawn_around_what_is_written() -> None:
    source = "def benchmark(fn, x):\n    return 1"
    _, reference = gathered(source, *[{"kernel": "2 ms"}] * 5, hidden=True)
    times = [expected["ms"] for expected in reference.expected]
    assert len(set(times)) == 5
    assert all(isinstance(time, float) and 1.0 <= time <= 4.0 for time in times)


@pytest.mark.parametrize("params", [{"kernel": "2"}, {"kernel": 2}, {"first": "1 ms"}, {"kernel": "2 ms", "n": "1 s"}])
def test_a_case_that_gives_no_times_is_its_authors_fault(params: dict[str, Scalar]) -> None:
    with pytest.raises(ConfigError, match="case 0"):
        gathered("def benchmark(fn, x):\n    return 1", params)


def test_a_submission_that_does_not_load_is_not_run() -> None:
    evidence, reference = gathered("1 / 0", {"kernel": "2 ms"})
    assert (evidence.load.error, evidence.runs, reference.expected) == ("ZeroDivisionError", (), ())
