"""Whose turn it is, on which inputs, and when it is enough: with real boxes, whose requests are written down."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import count
from typing import Any

import pytest

from grader import registry
from grader.boxes.session import Program, Session
from grader.boxes.timing import BLOCKS, MOST_BLOCKS, Draw, Rivals, measure
from grader.errors import ConfigError
from grader.model.assignment import Case, Limits
from grader.model.evidence import Ending, Run
from grader.model.submission import Cell, Submission
from grader.model.values import Array, Value
from grader.model.verdict import Status
from grader.ports import Bench, Lease, Reply

CASE = Case(id="only", params={}, role="speed")
DOUBLE = "def double(x):\n    return {'y': 2 * x}\n"
Opinion = Callable[[Run, Mapping[str, Value]], frozenset[Status]]


class Written(Session):
    """A session that writes down what is asked of it."""

    def __init__(self, name: str, source: str, told: list[tuple[str, str, Value]]) -> None:
        bench = Bench(
            sandbox=registry.load("sandboxes", "local")(),
            lease=Lease(environment={"GRADER_DEVICE": "cpu"}),
            limits=Limits(wall_s=20.0),
            seed=lambda _case: 0,
            can_time=True,
        )
        cells = (Cell(source=source),)
        submission = Submission(student=name, assignment="a", file="a.py", format="py", digest="", cells=cells)
        super().__init__(Program(submission=submission, entry="double", driver="python"), bench)
        self.name, self.told = name, told

    def request(self, op: str, payload: Mapping[str, Value], **more: Any) -> Reply:
        self.told.append((self.name, op, payload.get("seed")))
        return super().request(op, payload, **more)

    def pause(self) -> None:
        self.told.append((self.name, "pause", None))
        super().pause()

    def resume(self) -> None:
        self.told.append((self.name, "resume", None))
        super().resume()


@dataclass(frozen=True, kw_only=True)
class Doubling:
    """A call of `double`."""

    draw: Draw

    @property
    def payload(self) -> Mapping[str, Value]:
        argument: dict[str, Value] = {"name": "x", "dtype": "int64", "value": self.draw.inputs["x"]}
        return {"entry": "double", "arguments": [argument], "seed": self.draw.seed}

    def seen(self, _session: Session, reply: Reply) -> Run:
        returned = reply.value.get("returned")
        outputs = returned if isinstance(returned, Mapping) else {}
        return Run(case=CASE, seed=self.draw.seed, outcome=reply.outcome, inputs=self.draw.inputs, outputs=outputs)


def timed(
    opinion: Opinion, student: str = DOUBLE, reference: str = DOUBLE
) -> tuple[Run, Mapping[str, Value], list[tuple[str, str, Value]]]:
    told: list[tuple[str, str, Value]] = []
    numbers = count(100)

    def draw(_turn: int) -> Draw:
        seed = next(numbers)
        return Draw(seed=seed, inputs={"x": seed}, expected={"y": 2 * seed})

    with Written("student", student, told) as mine, Written("reference", reference, told) as its:
        rivals = Rivals(student=mine, reference=its, draw=draw, call=lambda each: Doubling(draw=each), opinion=opinion)
        run, expected = measure(rivals)
    return run, expected, told


def settled(run: Run, expected: Mapping[str, Value]) -> frozenset[Status]:
    return frozenset({Status.PASS if run.outputs == expected else Status.FAIL})


def samples(told: list[tuple[str, str, Value]]) -> Iterator[list[tuple[str, Value]]]:
    """Yield the blocks, after the first call of each: who was asked to hold which inputs."""
    holds = [(name, seed) for name, op, seed in told if op == "hold"][2:]
    return (holds[at : at + 4] for at in range(0, len(holds), 4))


def test_both_get_the_same_inputs_in_blocks_of_a_random_order_and_none_twice() -> None:
    run, expected, told = timed(settled)
    blocks = list(samples(told))
    orders = ["".join(name[0] for name, _ in block) for block in blocks]
    assert set(orders) <= {"srrs", "rssr"}
    seeds = [[seed for _, seed in block] for block in blocks]
    assert all(a == b and c == d for a, b, c, d in seeds)
    assert len({seed for each in seeds for seed in each}) == 2 * BLOCKS
    assert run.measurement is not None
    assert {len(each) for each in (run.measurement.student_s, run.measurement.reference_s, run.measurement.null_s)} == {
        2 * BLOCKS
    }
    assert (run.outputs, run.measurement.wrong) == (expected, 0)


def test_nobody_runs_while_it_is_the_other_s_turn() -> None:
    _, _, told = timed(settled)
    running = {"student": True, "reference": True}
    begun = [at for at, (_, op, _) in enumerate(told) if op == "copy"][-1] + 1
    for at, (name, op, _) in enumerate(told):
        if op in {"pause", "resume"}:
            running[name] = op == "resume"
        elif at > begun:
            assert running == {name: True, ({*running} - {name}).pop(): False}, told[at]


@pytest.mark.parametrize(("said", "blocks"), [(Status.PASS, BLOCKS), (Status.UNDECIDED, MOST_BLOCKS)])
def test_it_goes_on_until_it_is_decided(said: Status, blocks: int) -> None:
    run, _, told = timed(lambda _run, _expected: frozenset({said}))
    assert len(list(samples(told))) == blocks
    assert run.measurement is not None
    assert len(run.measurement.student_s) == 2 * blocks


def test_a_wrong_result_ends_it_with_its_block_and_the_first_is_kept() -> None:
    source = (
        "CALLS = 0\ndef double(x):\n    global CALLS\n    CALLS += 1\n    return {'y': 2 * x if CALLS < 4 else -1}\n"
    )
    run, expected, told = timed(settled, source)
    assert (run.outputs, expected) == ({"y": -1}, {"y": 2 * run.seed})
    assert run.measurement is not None
    assert run.measurement.wrong == 2, "its block is the last one"
    assert len(list(samples(told))) == 2


def test_one_that_raises_while_it_is_timed_has_no_measurement() -> None:
    run, _, _ = timed(settled, "def double(x):\n    return {'y': 2 * x} if x < 104 else 1 / 0\n")
    assert (run.outcome.ending, run.outcome.error, run.measurement) == (Ending.RAISED, "ZeroDivisionError", None)


def test_a_reference_that_cannot_be_loaded_is_the_author_s_to_mend() -> None:
    with pytest.raises(ConfigError, match="the reference: ended while it was timed: raised NameError"):
        timed(settled, reference="x = unknown\n")


def test_what_the_work_moves_counts_inputs_and_results_once() -> None:
    source = "import numpy as np\ndef double(x):\n    return {'y': np.full(7, x)}\n"

    def opinion(run: Run, _expected: Mapping[str, Value]) -> frozenset[Status]:
        assert isinstance(run.outputs["y"], Array)
        return frozenset({Status.PASS})

    run, _, _ = timed(opinion, source, source)
    assert run.measurement is not None
    assert run.measurement.moved == 7 * 8
