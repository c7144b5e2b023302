"""The language on real boxes: launches and functions of tensors, guard zones, order of programs, and findings."""

from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from benches import bench

from grader import registry
from grader.model import endings
from grader.model.assignment import Assignment, Case, Exercise, FunctionRef, Input, Launch, Limits
from grader.model.evidence import Ending, ExerciseEvidence, Probe
from grader.model.submission import Cell, Submission
from grader.model.text import Text
from grader.model.values import Array, Value

installed = pytest.mark.skipif(find_spec("triton") is None, reason="needs Triton: pip install 'grader[triton]'")
HEAD = "import torch, triton\nimport triton.language as tl\n@triton.jit\ndef add(a, b, c, n, N: tl.constexpr):\n"
INDEX = HEAD + "    i = tl.program_id(0) * N + tl.arange(0, N)\n"
RIGHT = INDEX + "    m = i < n\n    tl.store(c + i, tl.load(a + i, mask=m) + tl.load(b + i, mask=m), mask=m)\n"
UNMASKED = INDEX + "    tl.store(c + i, tl.load(a + i) + tl.load(b + i))\n"
ORACLE = "def add(a, b, **rest):\n    return {'c': a + b}\n"


def exercise(folder: Path, *, launch: bool = True) -> Exercise:
    (folder / "oracle.py").write_text(ORACLE, encoding="utf-8")

    def array(name: str, *, output: bool = False) -> Input:
        return Input(name=name, kind="array", dtype="float32", shape=("n",), values="uniform", output=output)

    inputs = [array("a"), array("b"), array("c", output=True)]
    scalars = [Input(name=name, kind="scalar", dtype="int32") for name in ("n", "N")]
    return Exercise(
        id="add", title=Text(bn="", en=""), statement=Text(bn="", en=""), language="triton", checks=(), entry="add",
        inputs=tuple([*inputs, *scalars] if launch else inputs[:2]),
        oracle=FunctionRef(file=folder / "oracle.py", name="add"),
        launch=Launch(threads=64, over="n") if launch else None,
        cases=(Case(id="n=100", params={"n": 100, "N": 64}),),
    )  # fmt: skip


def gather(source: str, wanted: Exercise, folder: Path) -> ExerciseEvidence:
    (folder / "solution.py").write_text(RIGHT, encoding="utf-8")
    empty = Text(bn="", en="")
    assignment = Assignment(
        id="a", title=empty, statement=empty, folder=folder, submit=("a.py",), starter=folder / "solution.py",
        reference=folder / "solution.py", exercises=(wanted,),
    )  # fmt: skip
    given = bench("virtual", limits=Limits(wall_s=30.0), probes=frozenset({Probe.TRACE}))
    submission = Submission(
        student="s001", assignment="a", file="a.py", format="py", digest="", cells=(Cell(source=source),)
    )
    found: ExerciseEvidence = registry.load("languages", "triton")().gather(submission, wanted, assignment, given)[0]
    return found


def numbers(value: Value) -> bytes:
    assert isinstance(value, Array)
    return value.data


@pytest.mark.skipif(find_spec("triton") is not None, reason="Triton is installed")
def test_without_triton_nothing_is_run_and_the_points_stay_open(tmp_path: Path) -> None:
    evidence = gather(RIGHT, exercise(tmp_path), tmp_path)
    assert "pip install 'grader[triton]'" in evidence.load.text
    assert endings.missing(evidence.load)
    assert evidence.runs == ()


@installed
def test_a_kernel_is_launched_with_as_many_programs_as_it_takes(tmp_path: Path) -> None:
    run, _ = gather(RIGHT, exercise(tmp_path), tmp_path).runs
    assert run.outcome.ending is Ending.RETURNED, run.outcome
    assert (run.guards, run.changed, run.claims["findings"]) == ({}, (), [])
    assert len(numbers(run.outputs["c"])) == 400


@installed
def test_what_is_written_outside_of_an_array_is_counted_and_explained(tmp_path: Path) -> None:
    run, _ = gather(UNMASKED, exercise(tmp_path), tmp_path).runs
    assert run.guards == {"c": (0, 28)}
    findings = run.claims["findings"]
    assert isinstance(findings, list)
    first: Any = findings[0]
    assert (first["kind"], first["name"], first["element"]) == ("out_of_bounds", "a", 100)
    assert first["sides"] == [{"at": ["a.py", 6, None], "verb": "read", "block": [1, 0, 0], "thread": [36, 0, 0]}]


@installed
def test_a_function_gets_tensors_on_the_card_and_its_result_is_taken(tmp_path: Path) -> None:
    call = "    c = torch.empty_like(a)\n    kernel[(4,)](a, b, c, len(a), N=32)\n    return {'c': c}\n"
    source = RIGHT.replace("def add", "def kernel") + "def add(a, b):\n    assert a.is_cuda\n" + call
    run, _ = gather(source, exercise(tmp_path, launch=False), tmp_path).runs
    assert run.outcome.ending is Ending.RETURNED, run.outcome
    assert len(numbers(run.outputs["c"])) == 400


@installed
@pytest.mark.parametrize(
    ("source", "error", "text"),
    [
        (RIGHT.replace("@triton.jit\n", ""), "NotAKernel", "add"),
        (RIGHT.replace("i < n", "i < m"), "CompilationError", "m is not defined"),
        (RIGHT.replace("c + i,", "c + i + (1 << 40),"), "RuntimeError", "an illegal memory access was encountered"),
    ],
    ids=["plain", "not compiled", "far"],
)
def test_what_a_kernel_raises_is_an_outcome(source: str, error: str, text: str, tmp_path: Path) -> None:
    (run,) = gather(source, exercise(tmp_path), tmp_path).runs
    assert (run.outcome.ending, run.outcome.error) == (Ending.RAISED, error)
    assert text in run.outcome.text


@installed
def test_programs_do_not_run_in_the_order_of_their_numbers(tmp_path: Path) -> None:
    # Each program but the first adds to what the one before it has left.
    body = (
        "    p = tl.program_id(0)\n    before = tl.load(c + p - 1) if p > 0 else 0.0\n    tl.store(c + p, before + 1)\n"
    )
    source = INDEX + body
    wanted = exercise(tmp_path)
    run, _ = gather(source, wanted, tmp_path).runs
    again, _ = gather(source, wanted, tmp_path).runs
    assert numbers(run.outputs["c"]) == numbers(again.outputs["c"]), "a public case has a fixed seed"
    findings = run.claims["findings"]
    assert isinstance(findings, list)
    assert any(isinstance(each, dict) and each["kind"] == "race" for each in findings)


COPIES = """
import torch

def add(x, y):
    assert not x.is_contiguous() and x.stride() == (2,), x.stride()
    return x + y

def flat(x, y, out):
    out.copy_(torch.as_strided(x, x.shape, (1,)) + y)

def into(x, y, out):
    assert not out.is_contiguous()
    out.copy_(x + y)
"""


@installed
@pytest.mark.parametrize(("entry", "right"), [("add", True), ("into", True), ("flat", False)])
def test_a_function_may_get_tensors_that_are_not_contiguous(tmp_path: Path, entry: str, *, right: bool) -> None:
    wanted = exercise(tmp_path, launch=False)
    inputs = exercise(tmp_path).inputs
    assert isinstance(inputs, tuple)
    inputs = inputs[: 2 if entry == "add" else 3]
    cases = (Case(id="n=100", params={"n": 100}, strided=True),)
    evidence = gather(COPIES, replace(wanted, entry=entry, inputs=inputs, cases=cases), tmp_path)
    run = evidence.runs[0]
    assert run.outcome.ending is Ending.RETURNED, run.outcome
    a, b, c = (
        np.frombuffer(numbers(each), "float32") for each in (*list(run.inputs.values())[:2], *run.outputs.values())
    )
    assert (run.changed, run.guards) == ((), {})
    assert bool((a + b == c).all()) is right
