"""After a failure: how many smaller inputs are tried."""

from dataclasses import replace
from decimal import Decimal
from pathlib import Path
from typing import ClassVar

import numpy as np
import pytest

from grader import app, registry
from grader.grading.exploring import PARTS, explore
from grader.grading.fingerprints import Fingerprints
from grader.grading.gathering import Tools, gather
from grader.grading.judging import judge
from grader.grading.smaller import smaller
from grader.model.assignment import Assignment, Case, CheckSpec, Exercise, Input
from grader.model.evidence import Ending, ExerciseEvidence, Outcome, Reference, Run
from grader.model.submission import Submission
from grader.model.text import Text
from grader.model.values import Array
from grader.ports import Bench

TEXT = Text(bn="ক", en="a")
EXERCISE = Exercise(
    id="count", title=TEXT, statement=TEXT, language="counting", cases=(Case(id="n=1025", params={"n": 1025}),
    Case(id="n=1", params={"n": 1})), inputs=(Input(name="a", kind="array", dtype="int32", shape=("n",)),),
    checks=(CheckSpec(id="right", kind="output", points=Decimal(1)),),
)  # fmt: skip
ASSIGNMENT = Assignment(
    id="small", title=TEXT, statement=TEXT, folder=Path("/a"), submit=("a.py",), starter=Path("/a/s.py"),
    reference=Path("/r/s.py"), exercises=(EXERCISE,),
)  # fmt: skip
SUBMISSION = Submission(student="s001", assignment="small", file="a.py", format="py", digest="ab", cells=())


def counted(size: int) -> Array:
    return Array(dtype="int32", shape=(size,), data=np.arange(size, dtype="<i4").tobytes())


class CountingLanguage:
    """A language that runs nothing: whatever is larger than a limit comes out as zeros."""

    blocks: ClassVar[bool] = False

    def __init__(self, limit: int) -> None:
        self.limit = limit

    def gather(
        self, _submission: Submission, exercise: Exercise, _assignment: Assignment, _bench: Bench
    ) -> tuple[ExerciseEvidence, Reference]:
        returned = Outcome(ending=Ending.RETURNED)
        sizes = [int(str(case.params["n"])) for case in exercise.cases]
        got = [replace(counted(size), data=bytes(4 * size)) if size > self.limit else counted(size) for size in sizes]
        runs = tuple(
            Run(case=case, seed=1, outcome=returned, outputs={"c": each})
            for case, each in zip(exercise.cases, got, strict=True)
        )
        expected = tuple({"c": counted(size)} for size in sizes)
        return ExerciseEvidence(exercise="count", load=returned, runs=runs), Reference(
            exercise="count", expected=expected
        )


@pytest.mark.parametrize(("limit", "tried"), [(1, PARTS[0]), (8, sum(PARTS)), (1000, None)])
def test_no_more_inputs_are_tried_once_one_fails(limit: int, tried: int | None) -> None:
    tools = Tools(
        sandbox=registry.load("sandboxes", "local")(), sandbox_name="local",
        device=registry.load("devices", "virtual")(), device_name="virtual",
        language=lambda _name: CountingLanguage(limit), check=app.check, fingerprints=Fingerprints(read=app.authors),
    )  # fmt: skip
    gathered = gather(SUBMISSION, ASSIGNMENT, tools)
    verdicts = judge(SUBMISSION, ASSIGNMENT, *gathered, app.check)
    evidence, (reference,) = explore(SUBMISSION, ASSIGNMENT, gathered, verdicts, tools=tools, judges=app.check)
    (seen,) = evidence.exercises
    every = smaller(EXERCISE)
    assert every is not None
    assert len(seen.smaller) == len(reference.smaller) == (tried or len(every.cases))
