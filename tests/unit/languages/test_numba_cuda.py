"""The language on real boxes with the virtual GPU: launches, guard zones, poison, and timing by the judge's clock."""

import struct
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest
from benches import bench

from grader import app, registry
from grader.config import load_assignments, load_course
from grader.errors import ConfigError
from grader.model.assignment import Case, Exercise, Launch
from grader.model.evidence import Ending, ExerciseEvidence, Probe, Reference
from grader.model.submission import Cell, Submission
from grader.model.values import Array
from grader.model.verdict import Status
from grader.ports import Seen

ROOT = Path(__file__).parents[3]
(VEC_ADD,) = load_assignments(load_course(ROOT / "grader.yaml"), ["vec_add"])
BUSY = {"perf.noisy", "perf.too-close", "perf.not-idle"}  # what a busy machine makes of any measurement
HEAD = "from numba import cuda\n@cuda.jit\ndef vec_add(a, b, c, n):\n    i = cuda.grid(1)\n"
RAISING = HEAD.replace("@cuda.jit", "@cuda.jit(debug=True, opt=False)") + "    raise RuntimeError('oh')\n"
RIGHT = HEAD + "    if i < n:\n        c[i] = a[i] + b[i]\n"


def exercise(*cases: Case) -> Exercise:
    return replace(VEC_ADD.exercises[0], cases=cases)


def gather(
    source: str, wanted: Exercise, *, can_time: bool = False, probes: frozenset[Probe] = frozenset()
) -> tuple[ExerciseEvidence, Reference]:
    given = bench("virtual", can_time=can_time, probes=probes)
    submission = Submission(
        student="s001", assignment="vec_add", file="vec_add.py", format="py", digest="", cells=(Cell(source=source),)
    )
    language = registry.load("languages", "numba_cuda")()
    found: tuple[ExerciseEvidence, Reference] = language.gather(submission, wanted, VEC_ADD, given)
    return found


def n(count: int, role: str = "") -> Case:
    return Case(id=f"n={count}", params={"n": count}, role=role)


def array(value: object) -> Array:
    assert isinstance(value, Array)
    return value


def test_the_evidence_holds_inputs_outputs_and_what_is_right() -> None:
    evidence, reference = gather(RIGHT, exercise(n(300)))
    run, again = evidence.runs
    assert (again.turn, again.inputs["a"], again.outputs) == (1, run.inputs["a"], run.outputs)
    assert again.inputs["c"] != run.inputs["c"], "poison of the other kind"
    assert list(run.inputs) == ["a", "b", "c", "n"]
    assert array(run.outputs["c"]) == reference.expected[0]["c"]
    assert array(run.outputs["c"]) != run.inputs["c"]
    assert (run.guards, run.changed) == ({}, ())


@pytest.mark.parametrize(
    ("body", "guards"),
    [
        ("    c[i] = a[i] + b[i]\n", {"c": (0, 212)}),
        ("    if i <= n:\n        c[i] = a[i] + b[i]\n", {"c": (0, 1)}),
        # Numba counts a negative index from the end, once.
        ("    c[i - 3] = a[i] + b[i]\n", {"c": (0, 209)}),
        ("    c[i - 2 * n] = 1.0\n", {"c": (300, 0)}),
    ],
    ids=["no guard", "one too many", "negative", "before"],
)
def test_writes_outside_of_an_array_are_counted(body: str, guards: dict[str, tuple[int, int]]) -> None:
    evidence, _ = gather(HEAD + body, exercise(n(300)))
    assert [run.outcome.ending for run in evidence.runs] == [Ending.RETURNED] * 2
    assert [run.guards for run in evidence.runs] == [guards] * 2


def test_a_changed_input_is_seen() -> None:
    evidence, _ = gather(HEAD + "    if i < n:\n        c[i] = a[i] = b[i]\n", exercise(n(5)))
    assert evidence.runs[0].changed == ("a",)


@pytest.mark.parametrize(
    ("source", "error", "text"),
    [
        (HEAD.replace("@cuda.jit\n", ""), "NotAKernel", "vec_add"),
        (RAISING, "RuntimeError", "oh"),
        (HEAD + "    c[i + 10**9] = 1.0\n", "CudaAPIError", "[700]"),
    ],
)
def test_what_a_kernel_raises_is_an_outcome(source: str, error: str, text: str) -> None:
    evidence, _ = gather(source, exercise(n(5)))
    outcome = evidence.runs[0].outcome
    assert (outcome.ending, outcome.error) == (Ending.RAISED, error)
    assert text in outcome.text


def test_threads_run_in_a_random_order_that_is_the_same_each_time() -> None:
    last = HEAD + "    if i < n:\n        c[0] = i\n"
    seen = [gather(last, exercise(n(700)))[0].runs[0].outputs["c"] for _ in range(2)]
    assert seen[0] == seen[1]
    (written,) = struct.unpack("<f", array(seen[0]).data[:4])
    assert 0 <= written < 699, "neither the last thread nor nobody"


def test_accesses_are_counted_where_a_check_asks_for_it() -> None:
    cost = gather(RIGHT, exercise(n(1000)), probes=frozenset({Probe.COST}))[0].runs[0].claims["cost"]
    assert isinstance(cost, Mapping)
    assert cost["sectors"] == cost["ideal_sectors"] == 3 * 1000 * 4 / 32
    assert "cost" not in gather(RIGHT, exercise(n(1000)))[0].runs[0].claims


def test_a_case_for_timing_waits_for_a_device_that_can() -> None:
    evidence, reference = gather(RIGHT, exercise(n(5), n(7, role="speed")))
    assert [run.case.id for run in evidence.runs] == ["n=5", "n=5"]
    assert len(reference.expected) == 2


SLOW = HEAD.replace("from", "import math\nfrom") + (
    "    if i < n:\n        s = 0.0\n        for k in range(20_000):\n            s += math.sin(a[i] + k)\n"
    "        c[i] = a[i] + b[i] if s < 1e9 else 0.0\n"
)


@pytest.mark.parametrize(
    ("source", "at_most", "status"), [(RIGHT, 3.0, Status.PASS), (SLOW, 1.2, Status.FAIL)], ids=["equal", "slower"]
)
def test_speed_is_a_ratio_to_the_reference_by_the_judge_s_clock(source: str, at_most: float, status: Status) -> None:
    # The virtual GPU's seconds say nothing of a card, but they say which of two programs does more.
    timed = replace(exercise(n(1, role="speed")), launch=Launch(threads=1, over="n"))
    evidence, reference = gather(source, timed, can_time=True)
    (run,) = evidence.runs
    assert run.measurement is not None
    assert len(run.measurement.student_s) == len(run.measurement.reference_s) == len(run.measurement.null_s)
    assert array(run.outputs["c"]) == reference.expected[0]["c"], "what was timed is judged as well"
    seen = Seen(exercise=timed, evidence=evidence, reference=reference, device="virtual", can_time=True)
    spec = next(check for check in VEC_ADD.exercises[0].checks if check.kind == "speed")
    found = app.check(replace(spec, options={"at_most": at_most})).judge(seen)
    (finding,) = found
    assert finding.status is status or finding.code in BUSY, "on a machine that is busy"


def test_a_reference_that_fails_while_it_is_timed_is_no_fault_of_the_student_s(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "solution.py").write_text(RAISING, encoding="utf-8")
    monkeypatch.setattr("test_numba_cuda.VEC_ADD", replace(VEC_ADD, reference=tmp_path / "solution.py"))
    timed = replace(exercise(n(1, role="speed")), launch=Launch(threads=1, over="n"))
    with pytest.raises(ConfigError, match="reference: ended while it was timed: raised RuntimeError"):
        gather(RIGHT, timed, can_time=True)


def test_a_function_that_returns_its_result_may_have_no_output_argument() -> None:
    given = VEC_ADD.exercises[1].inputs
    assert isinstance(given, tuple)
    returning = replace(VEC_ADD.exercises[1], inputs=tuple(each for each in given if not each.output), cases=(n(4),))
    evidence, reference = gather("def add_on_gpu(a, b):\n    return {'c': a + b}\n", returning)
    assert array(evidence.runs[0].outputs["c"]) == reference.expected[0]["c"]


HOST = RIGHT + "def add_on_gpu(a, b, c):\n    n = len(a)\n"


@pytest.mark.parametrize(
    ("body", "error"),
    [
        ("    vec_add[1, 1025](a, b, c, n)\n", "CudaAPIError: [1] Call to cuLaunchKernel results in CUDA_ERROR_INV"),
        ("    vec_add[1, (2, 2, 65)](a, b, c, n)\n", "CudaAPIError"),
        ("    vec_add[0, 32](a, b, c, n)\n", "CudaAPIError"),
        ("    vec_add(a, b, c, n)\n", "ValueError: \nKernel launch configuration was not specified."),
        ("    vec_add[1, 32](a, b, c, n)\n    vec_add(a, b, c, n)\n", "ValueError: \nKernel launch configuration"),
    ],
)
def test_a_launch_that_a_card_refuses_is_refused(body: str, error: str) -> None:
    evidence, _ = gather(HOST + body, replace(VEC_ADD.exercises[1], cases=(n(4),)))
    outcome = evidence.runs[0].outcome
    assert outcome.ending is Ending.RAISED
    assert f"{outcome.error}: {outcome.text}".startswith(error)


@pytest.mark.parametrize("allocation", ["cuda.device_array(n, c.dtype)", "cuda.device_array_like(c)"])
def test_new_memory_of_the_device_holds_nothing_to_rely_on(allocation: str) -> None:
    source = HOST + f"    d = {allocation}\n    vec_add[1, 2](a, b, d, n)\n    d.copy_to_host(c)\n"
    evidence, reference = gather(source, replace(VEC_ADD.exercises[1], cases=(n(4),)))
    got, want = (array(each["c"]).data for each in (evidence.runs[0].outputs, reference.expected[0]))
    assert got == want[:8] + 8 * b"\xff", "NaN, and -1 as an integer"
