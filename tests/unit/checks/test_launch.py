"""The hint at how kernels are launched."""

from collections.abc import Mapping

import pytest

from grader.checks.launch import LaunchCheck
from grader.model.assignment import Case, Exercise
from grader.model.evidence import Ending, ExerciseEvidence, Outcome, Reference, Run
from grader.model.text import Text
from grader.model.values import Value
from grader.model.verdict import Finding, Status
from grader.ports import Seen

TEXT = Text(bn="ক", en="a")


def told(blocks: int, threads: int) -> dict[str, Value]:
    return {"count": 1, "lost": 0, "each": [{"kernel": "k", "grid": [blocks, 1, 1], "block": [threads, 1, 1]}]}


def judge(*launches: Value, ending: Ending = Ending.RETURNED) -> Finding:
    runs = tuple(
        Run(
            case=Case(id=f"{at}", params={}, hidden=at % 2 == 0),
            seed=0,
            outcome=Outcome(ending=ending),
            claims={} if each is None else {"launches": each},
        )
        for at, each in enumerate(launches)
    )
    seen = Seen(
        exercise=Exercise(id="e", title=TEXT, statement=TEXT, language="numba_cuda", checks=()),
        evidence=ExerciseEvidence(exercise="e", load=Outcome(ending=Ending.RETURNED), runs=runs),
        reference=Reference(exercise="e", expected=tuple({} for _ in runs)),
        device="virtual",
        can_time=False,
    )
    (finding,) = LaunchCheck().judge(seen)
    return finding


@pytest.mark.parametrize(
    ("launches", "code", "params"),
    [
        ([(4, 256), (8, 256)], "", {}),
        ([(1, 5), (1, 700)], "", {}),
        ([(1024, 5), (1024, 5)], "cuda.partial-warp", {"threads": 5, "idle": 27}),
        ([(4, 256), (10, 100)], "cuda.partial-warp", {"threads": 100, "idle": 28, "share": 100 / 128, "blocks": 10}),
        ([(64, 5), (64, 21), (64, 16)], "cuda.launch-swapped", {"blocks": 64, "fewest": 5, "most": 21}),
        ([(64, 32), (32, 64)], "", {}),
        ([(7, 32), (7, 64)], "", {}),
        ([(2048, 32), (2048, 64)], "", {}),
    ],
)
def test_shapes_of_launches(launches: list[tuple[int, int]], code: str, params: Mapping[str, object]) -> None:
    finding = judge(*(told(*each) for each in launches))
    assert (finding.status, finding.code) == (Status.FAIL if code else Status.PASS, code)
    assert finding.params.items() >= params.items()


def test_what_a_public_case_shows_is_told_first() -> None:
    assert judge(told(9, 33), told(9, 33)).hidden is False


@pytest.mark.parametrize(
    "odd",
    [None, 7, [], {}, {"each": []}, {"each": [{"grid": [1], "block": [1, 1, 1]}]}, {"each": [{"grid": 1, "block": 1}]},
     told(0, 32), told(4, 0), told(4, -33), told(4, 5000), {"each": "x"}],
)  # fmt: skip
def test_without_a_word_of_the_launches_it_stays_open(odd: Value) -> None:
    assert judge(odd).status is Status.DEFER


def test_of_runs_that_did_not_return_it_is_said_how_they_ended() -> None:
    assert judge(told(10, 100), ending=Ending.BAD_REPLY).code == "run.bad-reply"
