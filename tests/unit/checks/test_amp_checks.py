"""Mixed precision, judged from parameters alone: how far they are from the right ones, and from those of a mistake."""

import runpy
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from grader.checks.training import TrainingCheck
from grader.model.assignment import Case, Exercise
from grader.model.evidence import Ending, ExerciseEvidence, Outcome, Reference, Run
from grader.model.text import Text
from grader.model.values import Array, Value
from grader.model.verdict import Finding, Status
from grader.ports import Check, Seen

ROOT = Path(__file__).parents[3]
TEXT = Text(bn="ক", en="a")
RNG = np.random.default_rng(7)
START = RNG.normal(0, 1, 50).astype(np.float32)
WAY = RNG.normal(0, 0.1, 50)  # of the right training
ASIDE = np.roll(WAY, 1)  # of a mistake's
Vector = np.ndarray[Any, Any]


def array(values: Vector) -> Array:
    return Array(dtype=values.dtype.name, shape=values.shape, data=values.tobytes())


def after(way: Vector) -> Array:
    """The parameters at the end of a way, as float32."""
    return array((START + way).astype(np.float32))


def judge(
    check: Check, outputs: Mapping[str, Value], expected: Mapping[str, Vector], outcome: Outcome | None = None
) -> Finding:
    run = Run(
        case=Case(id="scale-256", params={}),
        seed=0,
        outcome=outcome or Outcome(ending=Ending.RETURNED),
        inputs={"parameters": array(START), "init_scale": 256.0},
        outputs=outputs,
    )
    right: dict[str, Value] = {name: array(START + way) for name, way in expected.items()}
    seen = Seen(
        exercise=Exercise(id="e", title=TEXT, statement=TEXT, language="pytorch", checks=()),
        evidence=ExerciseEvidence(exercise="e", load=Outcome(ending=Ending.RETURNED), runs=(run,)),
        reference=Reference(exercise="e", expected=({**right, "rates": [0.1, 0.05]},)),
        device="virtual",
        can_time=False,
    )  # fmt: skip
    (finding,) = check.judge(seen)
    return finding


def trained(got: Value, **options: Any) -> Finding:
    check = TrainingCheck(mistakes={"aside": "amp.not-clipped", "back": "amp.no-zero-grad"}, **options)
    return judge(check, {"parameters": got}, {"parameters": WAY, "aside": ASIDE, "back": -WAY})


@pytest.mark.parametrize(
    ("way", "code"),
    [
        (1.019 * WAY, ""),
        (1.021 * WAY, "amp.wrong-update"),
        (-1.019 * WAY, "amp.no-zero-grad"),
        (1.019 * ASIDE, "amp.not-clipped"),
        (1.05 * ASIDE, "amp.wrong-update"),
        (0 * WAY, "amp.unchanged"),
    ],
)
def test_a_way_is_right_or_that_of_a_known_mistake_or_neither(way: Vector, code: str) -> None:
    finding = trained(after(way))
    assert (finding.status, finding.code) == (Status.FAIL if code else Status.PASS, code)


def test_a_wrong_way_is_described_by_its_distance_and_length() -> None:
    params = trained(after(2.5 * WAY)).params
    assert (params["apart"], params["ratio"]) == (pytest.approx(1.5, 1e-4), pytest.approx(2.5, 1e-4))
    assert (params["scale"], params["most"]) == (256.0, 0.02)


def test_what_is_too_close_was_not_computed_in_low_precision() -> None:
    assert trained(after(WAY), at_least=1e-5).code == "amp.no-autocast"
    assert trained(after(1.001 * WAY), at_least=1e-5).status is Status.PASS


def test_parameters_that_are_numbers_of_sixteen_bits_were_never_finer() -> None:
    fp16 = (START + WAY).astype(np.float16).astype(np.float32)
    bf16 = ((START + WAY).astype(np.float32).view(np.uint32) & 0xFFFF0000).view(np.float32)
    bf16[5] = 2.0**-40  # less than FP16 can hold
    for got in (fp16, bf16):
        assert trained(array(got), at_least=1e-5).code == "amp.half-parameters"
        got[3] = np.nextafter(got[3], np.float32(9))  # one that is neither
        assert trained(array(got), at_least=1e-5).code != "amp.half-parameters"


def test_the_author_chooses_the_codes_of_a_line() -> None:
    assert trained(after(0 * WAY), unchanged="amp.gradients-vanished").code == "amp.gradients-vanished"
    assert trained(after(3 * WAY), otherwise="amp.scale-dependent").code == "amp.scale-dependent"


@pytest.mark.parametrize(
    ("got", "code"),
    [
        (None, "output.missing"),
        ([1.0], "output.not-an-array"),
        (array(START[:7]), "output.wrong-shape"),
        (array(np.where(np.arange(50) < 4, np.nan, START)), "amp.not-finite"),
    ],
)
def test_what_is_no_vector_of_numbers_is_named(got: Value, code: str) -> None:
    finding = trained(got)
    assert (finding.status, finding.code) == (Status.FAIL, code)


def overflow(way: Vector, scale: Value) -> Finding:
    expected = {"parameters": WAY, "skipped": ASIDE}
    check = TrainingCheck(skipped="skipped", broken="amp.stepped-on-inf", otherwise="amp.overflow-wrong")
    return judge(check, {"parameters": after(way), "scale": scale}, expected)


@pytest.mark.parametrize(
    ("way", "scale", "code"),
    [
        (ASIDE, 128.0, ""),  # FP16: skipped, and halved
        (WAY, None, ""),  # BF16: nothing overflows
        (WAY, 256.0, ""),  # BF16, with a scaler
        (ASIDE, 256.0, "amp.scale-not-lowered"),
        (ASIDE, None, "amp.scaler-not-returned"),
        (ASIDE, 32768.0, "amp.wrong-scale"),
        (ASIDE, "many", "amp.wrong-scale"),
        (WAY, 128.0, "amp.wrong-scale"),
        (0.9 * WAY, 128.0, "amp.overflow-wrong"),
        (0 * WAY, 128.0, "amp.unchanged"),
        (np.where(np.arange(50) < 4, np.inf, WAY), 128.0, "amp.stepped-on-inf"),
    ],
)
def test_an_overflow_costs_one_step_and_half_of_the_scale(way: Vector, scale: Value, code: str) -> None:
    finding = overflow(way, scale)
    assert (finding.status, finding.code) == (Status.FAIL if code else Status.PASS, code)


def beside(got: Value, way: Vector = WAY, **options: Any) -> Finding:
    expected = {"parameters": WAY, "aside": ASIDE}
    check = TrainingCheck(mistakes={"aside": "amp.not-clipped"}, beside={"rates": "train.wrong-rates"}, **options)
    return judge(check, {"parameters": after(way), "rates": got}, expected)


@pytest.mark.parametrize(
    "got", [[0.1], [[0.1, 0.05]], [0.1, 0.1], [0.1, float("nan")], ["0.1", "half"], "0.1", None, 7]
)
def test_what_is_left_beside_the_parameters_is_compared_as_well(got: Value) -> None:
    assert beside(got).code == "train.wrong-rates"


def test_what_is_left_beside_may_be_rounded_and_a_known_mistake_says_more() -> None:
    assert beside([0.1, 0.05 * (1 + 1e-5)]).status is Status.PASS
    assert beside([0.1, 0.05 * (1 + 1e-3)]).params["got"] == "[0.1, 0.05005]"
    assert beside([0.1], ASIDE).code == "amp.not-clipped"
    assert beside([0.1], 3 * WAY).code == "train.wrong-rates"
    assert beside([0.1, 0.05], 3 * WAY).code == "amp.wrong-update"


@pytest.mark.parametrize(
    ("error", "text", "code"),
    [
        ("RuntimeError", "step() has already been called since the last update().", "amp.no-scaler-update"),
        ("RuntimeError", "unscale_() is being called after step().", "amp.no-scaler-update"),
        ("RuntimeError", "unscale_() has already been called on this optimizer since", "amp.unscale-twice"),
        ("ValueError", "Attempting to unscale FP16 gradients.", "amp.half-model"),
        ("AssertionError", "No inf checks were recorded prior to update.", "amp.no-scaler-step"),
        ("AssertionError", "No inf checks were recorded for this optimizer.", "amp.no-gradients"),
        ("AssertionError", "Attempted unscale_ but _scale is None.", "amp.loss-not-scaled"),
    ],
)
def test_what_the_scaler_refuses_is_explained(error: str, text: str, code: str) -> None:
    outcome = Outcome(ending=Ending.RAISED, error=error, text=text)
    assert judge(TrainingCheck(), {}, {}, outcome).code == code


def test_the_oracle_s_gradient_is_that_of_its_loss() -> None:
    oracle = runpy.run_path(str(ROOT / "reference/amp_loop/oracle.py"))
    drawn = oracle["draw"](3, 1)
    vector, x, y = drawn["parameters"].astype(np.float64), drawn["x"][0], drawn["y"][0]

    def loss(at: Vector) -> float:
        return float(2.5 * np.mean((oracle["_forward"](at, x)[1] - y) ** 2))

    steps = 1e-6 * np.eye(len(vector))
    slopes = [(loss(vector + step) - loss(vector - step)) / 2e-6 for step in steps]
    np.testing.assert_allclose(oracle["_gradient"](vector, x, y, 2.5), slopes, rtol=1e-5, atol=1e-7)
