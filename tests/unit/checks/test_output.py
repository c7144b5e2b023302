"""The output check: right results pass, and the pattern of wrong ones is named."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from grader.checks.output import OutputCheck
from grader.model.assignment import Case, Exercise
from grader.model.evidence import Ending, ExerciseEvidence, Outcome, Place, Reference, Run
from grader.model.pictures import WhereWrong
from grader.model.text import Text
from grader.model.values import DTYPES, Array, Value
from grader.model.verdict import Finding, Status
from grader.ports import Seen

TEXT = Text(bn="ক", en="a")
N = 1000
RIGHT = (2 * np.random.default_rng(1).integers(2048, 4096, N) + 1).astype(np.float32)
FINITE = np.random.default_rng(2).uniform(2**20, 2**21, N).astype(np.float32)
NAN = (np.arange(N, dtype=np.uint32) | np.uint32(0x7FC00000)).view(np.float32)


def array(values: "np.ndarray[Any, Any]") -> Array:
    return Array(dtype=values.dtype.name, shape=values.shape, data=values.tobytes())


def judge(
    got: Value, right: Value = None, poison: "np.ndarray[Any, Any]" = FINITE, *, case: Case | None = None,
    outcome: Outcome | None = None, changed: tuple[str, ...] = (), **options: Any,
) -> Finding:  # fmt: skip
    run = Run(
        case=case or Case(id="n=1000", params={}),
        seed=0,
        outcome=outcome or Outcome(ending=Ending.RETURNED),
        inputs={"c": array(poison)},
        outputs={"c": got} if got is not None else {},
        changed=changed,
    )
    seen = Seen(
        exercise=Exercise(id="e", title=TEXT, statement=TEXT, language="numba_cuda", checks=()),
        evidence=ExerciseEvidence(exercise="e", load=Outcome(ending=Ending.RETURNED), runs=(run,)),
        reference=Reference(exercise="e", expected=({"c": right if right is not None else array(RIGHT)},)),
        device="virtual",
        can_time=False,
    )
    (finding,) = OutputCheck(**options).judge(seen)
    return finding


def changed(poison: "np.ndarray[Any, Any]", *places: slice | int) -> Array:
    """The right result, but for places that still hold the poison."""
    got = RIGHT.copy()
    for place in places:
        got[place] = poison[place]
    return array(got)


def test_the_right_result_passes() -> None:
    assert judge(array(RIGHT)).status is Status.PASS


@pytest.mark.parametrize("poison", [FINITE, NAN], ids=["finite", "nan"])
@pytest.mark.parametrize(
    ("places", "code", "params"),
    [
        ([slice(None)], "output.never-written", {"total": 1000}),
        ([slice(768, None)], "output.tail-unwritten", {"left": 232, "total": 1000, "first": "[768]"}),
        ([slice(256, None)], "output.head-only", {"written": 256, "total": 1000}),
        ([999], "output.last-wrong", {"index": "[999]"}),
    ],
)
def test_places_that_were_not_written_are_told_by_their_pattern(
    poison: "np.ndarray[Any, Any]", places: list[slice | int], code: str, params: dict[str, object]
) -> None:
    finding = judge(changed(poison, *places), poison=poison)
    assert (finding.status, finding.code) == (Status.FAIL, code)
    assert finding.params.items() >= {"name": "c", **params}.items()


@pytest.mark.parametrize("rest", [0.0, np.nan, np.inf, 1e-40])
def test_a_tail_of_fresh_memory_is_a_gap_as_well(rest: float) -> None:
    got = RIGHT.copy()
    got[768:] = rest
    assert judge(array(got)).code == "output.tail-unwritten"


def test_a_wrong_tail_of_numbers_is_no_gap() -> None:
    got = RIGHT.copy()
    got[768:] += 1
    finding = judge(array(got))
    assert finding.code == "output.tail-wrong"
    assert finding.params["wrong"] == 232


def test_irregular_holes_are_told_from_wrong_values() -> None:
    assert judge(changed(FINITE, 3, 4, 50, 51, 700)).code == "output.holes"
    assert judge(changed(NAN, 3, 4, 50, 51, 700)).code == "output.not-finite", "that was not what was there before"


@pytest.mark.parametrize(
    ("got", "code", "params"),
    [
        (RIGHT + FINITE, "output.accumulated", {"total": 1000}),
        (RIGHT * np.float32(0.5), "output.scaled", {"factor": 0.5}),
        (-RIGHT, "output.scaled", {"factor": -1.0}),
        (np.roll(RIGHT, 1), "output.shifted", {"by": 1}),
        (np.roll(RIGHT, -1), "output.shifted", {"by": -1}),
        (np.where(np.arange(N) < 5, np.nan, RIGHT), "output.not-finite", {"bad": 5, "total": 1000}),
    ],
    ids=["accumulated", "half", "negated", "right", "left", "nan"],
)
def test_wrong_values_are_told_by_their_pattern(
    got: "np.ndarray[Any, Any]", code: str, params: dict[str, object]
) -> None:
    finding = judge(array(got.astype(np.float32)))
    assert finding.code == code
    assert finding.params.items() >= {"name": "c", "total": 1000, **params}.items()


def test_other_wrong_values_are_shown_with_the_first_of_them() -> None:
    got = RIGHT.copy()
    got[[3, 700]] += 1
    finding = judge(array(got))
    assert (finding.code, finding.params) == (
        "output.wrong-values",
        {"name": "c", "wrong": 2, "total": N, "index": "[3]", "expected": f"{RIGHT[3]:g}", "got": f"{got[3]:g}"},
    )


def test_a_place_of_a_matrix_has_two_indices() -> None:
    right = RIGHT.reshape(50, 20)
    got = right.copy()
    got[2, 7] = 0
    assert judge(array(got), array(right)).params["index"] == "[2, 7]"


@pytest.mark.parametrize(
    ("got", "code", "options"),
    [
        (None, "output.missing", {}),
        ([1.0], "output.not-an-array", {}),
        ("12", "output.not-an-array", {}),
        (array(RIGHT.reshape(10, 100)), "output.wrong-shape", {}),
        (array(RIGHT.astype(np.float64)), "output.wrong-dtype", {"dtype": "float32"}),
    ],
)
def test_a_result_of_another_form_is_named(got: Value, code: str, options: dict[str, Any]) -> None:
    assert judge(got, **options).code == code


def test_a_changed_input_is_named_before_all_else() -> None:
    finding = judge(array(RIGHT), changed=("a",))
    assert (finding.code, finding.params) == ("output.input-changed", {"name": "a"})


@pytest.mark.parametrize(("off", "status"), [(0.9e-3, Status.PASS), (1.1e-3, Status.FAIL)])
def test_a_tolerance_is_a_share_of_the_right_value(off: float, status: Status) -> None:
    right = np.array([1.0, -200.0, 3e5, 7.0])
    assert judge(array(right * (1 + off)), array(right), rtol=1e-3).status is status
    assert judge(array(right * (1 - off)), array(right), rtol=1e-3).status is status


@pytest.mark.parametrize(("got", "status"), [(5, Status.PASS), (5.0, Status.PASS), (6, Status.FAIL)])
def test_a_number_may_be_compared_as_well(got: Value, status: Status) -> None:
    assert judge(got, 5).status is status


def test_a_code_may_give_way_to_one_that_fits_the_exercise() -> None:
    finding = judge(changed(FINITE, slice(None)), instead={"output.never-written": "cuda.not-copied-back"})
    assert finding.code == "cuda.not-copied-back"
    assert finding.params.items() >= {"name": "c", "total": 1000}.items()


@pytest.mark.parametrize("right", [array(np.array([1.0, np.nan])), "text"])
def test_an_oracle_that_cannot_be_right_is_the_author_s_fault(right: Value) -> None:
    with pytest.raises((ValueError, TypeError), match="oracle"):
        judge(array(np.array([1.0, 2.0])), right)


def test_only_the_cases_of_its_roles_are_looked_at() -> None:
    small = Case(id="n=1", params={}, role="small")
    assert judge(array(RIGHT), case=small, roles=("small",)).status is Status.PASS
    with pytest.raises(ValueError, match="unpack"):
        judge(array(RIGHT), case=small)


@pytest.mark.parametrize(
    ("error", "text", "code"),
    [
        ("ValueError", "oh", "run.raised"),
        ("ValueError", "Kernel launch configuration was not specified.", "cuda.no-launch"),
        ("CudaAPIError", "[1] Call to cuLaunchKernel results in CUDA_ERROR_INVALID_VALUE", "cuda.bad-launch"),
        ("CudaAPIError", "[700] Call to cuMemcpyDtoH results in CUDA_ERROR_ILLEGAL_ADDRESS", "cuda.illegal-address"),
        ("CudaAPIError", "[700] Call to cuMemcpyDtoH results in UNKNOWN_CUDA_ERROR", "cuda.illegal-address"),
        ("TypingError", "cannot unify float32 and none", "cuda.not-compiled"),
        (
            "TypingError",
            "No conversion from int64 to none for '$88return_value.7', defined at None",
            "cuda.kernel-returns",
        ),
        ("TypingError", "Use of unsupported NumPy function 'numpy.dot'", "cuda.python-feature"),
        ("TypingError", "Unknown attribute 'append' of type list(undefined)<iv=None>", "cuda.python-feature"),
        ("UnsupportedBytecodeError", "The 'with' construct is not supported.", "cuda.python-feature"),
        ("TypeError", "Signature mismatch: 1 argument types given, but function takes 2", "cuda.python-feature"),
        ("NotImplementedError", "printing unimplemented for values of type array", "cuda.python-feature"),
        ("TypingError", "\n >>> add(array(float32, 1d, C), float32)", "cuda.whole-array"),
        ("TypingError", "in step\nUnknown attribute 'sum' of type array(float32, 1d, C)", "cuda.whole-array"),
        ("TypingError", "\n >>> getitem(array(float32, 1d, C), unituple)", "cuda.not-compiled"),
        (
            "TypingError",
            "Untyped global name 'f': Cannot determine Numba type of <class 'function'>",
            "cuda.plain-function",
        ),
        ("NotAKernel", "vec_add", "cuda.not-a-kernel"),
        ("CompilationError", "at 5:11:", "cuda.triton-not-compiled"),
        ("OutOfResources", "out of resource: shared memory", "cuda.triton-too-large"),
        ("RuntimeError", "CUDA error: an illegal memory access was encountered", "cuda.illegal-address"),
    ],
)
def test_known_errors_have_explanations_of_their_own(error: str, text: str, code: str) -> None:
    outcome = Outcome(ending=Ending.RAISED, error=error, text=text, place=Place(file="a.py", line=3))
    finding = judge(None, outcome=outcome)
    assert finding.code == code
    assert finding.params == {"error": f"{error}: {text}" if error != "NotAKernel" else "vec_add", "where": "a.py:3"}


def test_of_what_numba_says_the_kernel_s_part_is_shown() -> None:
    text = (
        "Failed in cuda mode pipeline (step: nopython frontend)\nNo implementation of function Function(add) found for "
        "signature:\n \n >>> add(array(float32, 1d, C), int64)\n \nThere are 16 candidate implementations:\n"
        "During: typing of intrinsic-call at vec_add.py (8)\n"
    )
    finding = judge(None, outcome=Outcome(ending=Ending.RAISED, error="TypingError", text=text))
    assert finding.params == {
        "error": "TypingError: No implementation of function Function(add) found for signature: "
        ">>> add(array(float32, 1d, C), int64)",
        "where": "vec_add.py:8",
    }


def test_a_line_that_numba_names_is_where_the_error_is() -> None:
    text = "Untyped global name 'f'\n\nFile \"vec_add.py\", line 10:\ndef vec_add(a):\n"
    outcome = Outcome(ending=Ending.RAISED, error="TypingError", text=text)
    assert judge(None, outcome=outcome).params["where"] == "vec_add.py:10"
    elsewhere = replace(outcome, place=Place(file="a.py", line=3))
    assert judge(None, outcome=elsewhere).params["where"] == "a.py:3"


def test_what_the_virtual_gpu_has_not_stays_open() -> None:
    text = "PTX is not emulated on the virtual GPU"
    outcome = Outcome(ending=Ending.RAISED, error="NotImplementedError", text=text, place=Place(file="a.py", line=3))
    finding = judge(None, outcome=outcome)
    assert (finding.status, finding.code) == (Status.DEFER, "device.not-emulated")
    assert finding.params == {"error": f"NotImplementedError: {text}", "where": "a.py:3"}


@pytest.mark.parametrize(
    ("outcome", "code", "params"),
    [
        (Outcome(ending=Ending.TIMEOUT, limit=8.0), "run.timeout", {"limit": 8.0, "where": "?"}),
        (Outcome(ending=Ending.MEMORY, limit=2e9), "run.memory", {"limit": 2.0, "where": "?"}),
        (Outcome(ending=Ending.CPU, limit=3.0), "run.cpu", {"limit": 3.0, "where": "?"}),
        (Outcome(ending=Ending.PROCESSES, limit=64), "run.processes", {"limit": 64, "where": "?"}),
        (Outcome(ending=Ending.OPEN_FILES, limit=99), "run.files", {"limit": 99, "where": "?"}),
        (Outcome(ending=Ending.DISK, limit=5e6), "run.disk", {"limit": 5.0, "where": "?"}),
        (Outcome(ending=Ending.OUTPUT, limit=5e5), "run.output", {"limit": 0.5, "where": "?"}),
        (Outcome(ending=Ending.DIED, signal=11), "run.died", {"signal": "11"}),
        (Outcome(ending=Ending.DIED), "run.died", {"signal": "exit"}),
        (Outcome(ending=Ending.BAD_REPLY), "run.bad-reply", {}),
        (Outcome(ending=Ending.NOT_RUN), "run.not-run", {}),
    ],
)
def test_a_run_that_did_not_return_says_how_it_ended(outcome: Outcome, code: str, params: dict[str, object]) -> None:
    finding = judge(None, outcome=outcome)
    assert (finding.status, finding.code, finding.params) == (Status.FAIL, code, params)


def odd_results() -> Iterator[Value]:
    for dtype in DTYPES:
        kind = np.dtype(dtype).kind
        most = {"f": np.nan, "b": True}.get(kind) if kind in "fb" else np.iinfo(dtype).max
        for shape in ((), (0,), (1,), (N,), (50, 20)):
            yield from (array(np.full(shape, fill, dtype)) for fill in (0, 1, most))
    odd: tuple[Value, ...] = (
        10**299,
        -(10**299),
        2**63,
        2**64,
        float("inf"),
        float("nan"),
        True,
        "",
        [],
        {},
        [1, [2]],
        {"a": None},
    )
    yield from odd
    yield array(np.full(N, np.finfo(np.float64).max))


@pytest.mark.parametrize("right", [array(RIGHT), 5, 5.0, array(np.ones(N, bool)), array(np.arange(N, dtype=np.uint64))])
def test_nothing_that_a_student_can_send_breaks_the_check(right: Value) -> None:
    for got in odd_results():
        for options in ({}, {"rtol": 1e-3}, {"atol": 1.0}, {"dtype": "float32"}):
            assert judge(got, right, **options).status in {Status.PASS, Status.FAIL}


def test_every_wrong_value_is_on_the_map() -> None:
    poison = changed(FINITE, slice(768, None))
    found = judge(poison).picture
    assert isinstance(found, WhereWrong)
    assert (found.name, found.shape, found.wrong) == ("c", (N,), 232)
    assert [sum(row) for row in found.cells] == [0] * 12 + [64, 64, 64, 40]
    assert judge(poison, instead={"output.tail-unwritten": "x.y"}).picture == found
    assert judge(array(RIGHT)).picture is None
    assert judge(array(RIGHT.reshape(10, 100))).picture is None, "another shape has no places in common"
