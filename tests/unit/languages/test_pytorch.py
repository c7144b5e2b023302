"""The language in real boxes: the adapter stands between the inputs and the entry, and before the submission."""

from dataclasses import replace
from pathlib import Path

import pytest
from benches import bench

from grader import registry
from grader.config import load_assignments, load_course
from grader.errors import BoxError
from grader.model.assignment import Case, Exercise, FunctionRef, Input
from grader.model.evidence import Ending, ExerciseEvidence, Reference
from grader.model.submission import Cell, Submission
from grader.model.values import Array

ROOT = Path(__file__).parents[3]
(AMP_LOOP,) = load_assignments(load_course(ROOT / "grader.yaml"), ["amp_loop"])
ADAPTER = """
import os, sys, torch
EARLY = "submission" not in sys.modules
def run(entry, **inputs):
    files = sorted(name for name in os.listdir() if name.endswith(".py"))
    return {"early": EARLY, "given": list(inputs), "files": files, "got": entry(torch.tensor(inputs["a"]))}
"""


def gather(source: str, exercise: Exercise) -> tuple[ExerciseEvidence, Reference]:
    submission = Submission(
        student="s001", assignment="amp_loop", file="amp_loop.py", format="py", digest="", cells=(Cell(source=source),)
    )
    found: tuple[ExerciseEvidence, Reference] = registry.load("languages", "pytorch")().gather(
        submission, exercise, AMP_LOOP, bench("virtual")
    )
    return found


def adapted(folder: Path, source: str) -> Exercise:
    (folder / "glue.py").write_text(source, encoding="utf-8")
    return replace(
        AMP_LOOP.exercises[0],
        inputs=(Input(name="a", kind="array", dtype="float32", shape=(3,), values="arange"),),
        adapter=FunctionRef(file=folder / "glue.py", name="run"),
        oracle=None,
        cases=(Case(id="only", params={}),),
    )


def plain(case: Case) -> Exercise:
    """Return an exercise in a function of one tensor."""
    given = Input(name="a", kind="array", dtype="float32", shape=(3,), values="arange")
    return replace(AMP_LOOP.exercises[0], inputs=(given,), adapter=None, oracle=None, cases=(case,))


def test_the_adapter_is_loaded_first_and_the_box_is_told_nothing_but_the_inputs(tmp_path: Path) -> None:
    source = "def train(a):\n    return a.sum().item()\n"
    evidence, _ = gather(source, adapted(tmp_path, ADAPTER))
    (run,) = evidence.runs
    assert run.outputs == {
        "early": True, "given": ["a"], "files": ["amp_loop.py", "grader_adapter.py"], "got": 3.0
    }  # fmt: skip


def test_an_adapter_that_cannot_be_loaded_is_no_student_s_fault(tmp_path: Path) -> None:
    with pytest.raises(BoxError, match="ZeroDivisionError"):
        gather("def train(a):\n    return a\n", adapted(tmp_path, "1 / 0\n"))


def test_training_comes_back_beside_what_the_oracle_expects() -> None:
    overflow = next(case for case in AMP_LOOP.exercises[0].cases if case.role == "overflow")
    wanted = replace(AMP_LOOP.exercises[0], cases=(overflow,))
    evidence, reference = gather(AMP_LOOP.reference.read_text(encoding="utf-8"), wanted)
    (run,) = evidence.runs
    start, got = run.inputs["parameters"], run.outputs["parameters"]
    assert isinstance(start, Array)
    assert isinstance(got, Array)
    assert (got.dtype, got.shape) == ("float32", start.shape)
    assert got != start
    assert run.outputs["scale"] == 2048.0
    assert sorted(reference.expected[0]) == ["parameters", "skipped"]


def test_a_training_that_raises_has_its_line() -> None:
    wanted = replace(AMP_LOOP.exercises[0], cases=AMP_LOOP.exercises[0].cases[:1])
    source = "def train(model, *rest):\n    model.no_such_layer\n"
    evidence, _ = gather(source, wanted)
    outcome = evidence.runs[0].outcome
    assert (outcome.ending, outcome.error) == (Ending.RAISED, "AttributeError")
    assert outcome.place is not None
    assert (outcome.place.file, outcome.place.line) == ("amp_loop.py", 2)


@pytest.mark.parametrize(
    ("source", "changed"),
    [
        ("def train(a):\n    return {'b': a * 2}\n", ()),
        ("def train(a):\n    return {'b': a.mul_(2)}\n", ("a",)),
        ("def train(a):\n    b = a.requires_grad_() * 2\n    b.sum().backward()\n    return {'b': b}\n", ()),
        ("def train(a):\n    a.data = a.data[:2]\n    return {'b': 0}\n", ("a",)),
    ],
    ids=["left", "in place", "differentiated", "cut"],
)
@pytest.mark.parametrize("strided", [False, True])
def test_inputs_that_are_not_as_they_were_are_seen(source: str, changed: tuple[str, ...], *, strided: bool) -> None:
    (run,) = gather(source, plain(Case(id="only", params={}, strided=strided)))[0].runs
    assert run.outcome.ending is Ending.RETURNED
    assert run.changed == changed


FORGED = """
import gc

def train(a):
    for each in gc.get_objects():
        if type(each).__name__ == "Held":
            each.buffers = {"a": 0}
    return {"b": a * 2}
"""


def test_without_the_inputs_that_were_asked_for_no_result_counts() -> None:
    (run,) = gather(FORGED, plain(Case(id="only", params={})))[0].runs
    assert (run.outcome.ending, run.outputs, run.changed) == (Ending.BAD_REPLY, {}, ())


def test_a_function_of_tensors_is_timed_against_the_reference_on_the_processor(tmp_path: Path) -> None:
    source = "def train(a):\n    assert a.device.type == 'cpu'\n    return {'b': a * 2}\n"
    (tmp_path / "solution.py").write_text(source, encoding="utf-8")
    (tmp_path / "oracle.py").write_text("def double(a):\n    return {'b': a * 2}\n", encoding="utf-8")
    exercise = replace(
        AMP_LOOP.exercises[0],
        inputs=(Input(name="a", kind="array", dtype="float32", shape=(64,), values="normal"),),
        adapter=None,
        oracle=FunctionRef(file=tmp_path / "oracle.py", name="double"),
        cases=(Case(id="fast", params={}, role="speed"),),
    )
    given = bench("cpu", can_time=True)
    submission = Submission(
        student="s001", assignment="amp_loop", file="a.py", format="py", digest="", cells=(Cell(source=source),)
    )
    solved = replace(AMP_LOOP, reference=tmp_path / "solution.py")
    evidence, reference = registry.load("languages", "pytorch")().gather(submission, exercise, solved, given)
    (run,) = evidence.runs
    assert run.outputs == reference.expected[0]
    assert run.measurement is not None
    assert len(run.measurement.student_s) == len(run.measurement.reference_s) >= 12
    assert run.measurement.moved == 2 * 64 * 4
    assert run.seed != 1, "the inputs are not those that a public case always has"
