"""Whatever a box sends as the result of a training, the checks of AMP conclude something: no points stay open."""

from pathlib import Path

import numpy as np
import pytest

from grader import app
from grader.config import load_assignments, load_course
from grader.model.assignment import CheckSpec
from grader.model.evidence import Ending, ExerciseEvidence, Outcome, Reference, Run
from grader.model.values import Array, Value
from grader.model.verdict import Status
from grader.ports import Seen

(AMP_LOOP,) = load_assignments(load_course(Path(__file__).parents[3] / "grader.yaml"), ["amp_loop"])
TRAIN = AMP_LOOP.exercises[0]
LENGTH = 161
VECTORS = {key for check in TRAIN.checks for key in check.options.get("mistakes", {})} | {"parameters", "skipped"}  # type: ignore[attr-defined] # a mapping, where there is one


def vector(fill: float, dtype: str = "float64") -> Array:
    made = np.full(LENGTH, fill).astype(dtype)
    return Array(dtype=dtype, shape=made.shape, data=made.tobytes())


START = vector(0.25, "float32")
EXPECTED: dict[str, Value] = {name: vector(0.5 + number) for number, name in enumerate(sorted(VECTORS))}
ODD: tuple[Value, ...] = (
    START, vector(np.nan), vector(1e308), vector(3e38, "float32"), vector(6e4, "float16"), vector(1, "int8"),
    vector(1, "bool"), vector(2, "uint64"), None, 1, 10**299, "", [], {}, True, float("inf"),
)  # fmt: skip


@pytest.mark.parametrize("spec", TRAIN.checks, ids=lambda spec: spec.id)
@pytest.mark.parametrize("scale", [None, 2048.0, 10**299, "x", [], float("nan"), True], ids=repr)
def test_no_result_breaks_a_check(spec: CheckSpec, scale: Value) -> None:
    for parameters in ODD:
        runs = tuple(
            Run(
                case=case, seed=1, outcome=Outcome(ending=Ending.RETURNED),
                inputs={"parameters": START, "init_scale": 4096.0},
                outputs={"parameters": parameters, "scale": scale},
            )
            for case in TRAIN.cases
        )  # fmt: skip
        seen = Seen(
            exercise=TRAIN,
            evidence=ExerciseEvidence(exercise="train", load=Outcome(ending=Ending.RETURNED), runs=runs),
            reference=Reference(exercise="train", expected=tuple(EXPECTED for _ in runs)),
            device="virtual",
            can_time=False,
        )
        found = list(app.check(spec).judge(seen))
        assert found
        assert {finding.status for finding in found} <= {Status.PASS, Status.FAIL}
