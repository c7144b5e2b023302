"""What a box tells of a training can cost a point, and what it does not tell, or cannot mean, leaves it open."""

from collections.abc import Mapping
from typing import Any

import pytest

from grader.checks.calls import CallsCheck
from grader.checks.precision_policy import PrecisionPolicyCheck
from grader.checks.shards import ShardsCheck
from grader.model.assignment import Case, Exercise
from grader.model.evidence import Ending, ExerciseEvidence, Outcome, Reference, Run
from grader.model.text import Text
from grader.model.values import Value
from grader.model.verdict import Finding, Status
from grader.ports import Check, Seen

TEXT = Text(bn="ক", en="a")
FINE: dict[str, Value] = {
    "operations": {"addmm": {"float16": 6}, "exp": {"float32": 3}, "add": {"int64": 2}},
    "parameters": {"float32": 4},
    "backward_in_autocast": 0,
    "scalers": 1,
}


def judge(
    check: Check, *, claims: Mapping[str, Value] | None = None, outputs: Mapping[str, Value] | None = None,
    outcome: Outcome | None = None,
) -> list[Finding]:  # fmt: skip
    run = Run(
        case=Case(id="first", params={}),
        seed=0,
        outcome=outcome or Outcome(ending=Ending.RETURNED),
        claims=claims or {},
        outputs=outputs or {},
    )
    seen = Seen(
        exercise=Exercise(id="e", title=TEXT, statement=TEXT, language="pytorch", checks=()),
        evidence=ExerciseEvidence(exercise="e", load=Outcome(ending=Ending.RETURNED), runs=(run,)),
        reference=Reference(exercise="e", expected=({"samples": 10},)),
        device="virtual",
        can_time=False,
    )
    return list(check.judge(seen))


def codes(findings: list[Finding]) -> list[tuple[Status, str]]:
    return [(each.status, each.code) for each in findings if each.status is not Status.PASS]


CALLS = CallsCheck(at_most={"synchronising": 2, "scalers": 1})


def counted(**calls: Any) -> list[Finding]:
    given = {"synchronising": {"count": 0, "where": ""}, "scalers": {"count": 1, "where": "a.py:3"}, **calls}
    return judge(CALLS, claims={"calls": given})


def test_calls_are_allowed_up_to_their_limit() -> None:
    assert codes(counted()) == []
    assert codes(counted(synchronising={"count": 2, "where": "a.py:9"})) == []
    (failed,) = [each for each in counted(synchronising={"count": 3, "where": ""}) if each.status is Status.FAIL]
    assert (failed.code, failed.params) == ("train.synchronising", {"count": 3, "limit": 2, "where": "?"})


@pytest.mark.parametrize(
    "odd",
    [None, 3, {}, {"count": True, "where": ""}, {"count": -1, "where": ""}, {"count": 10**9, "where": ""},
     {"count": 0.0, "where": ""}, {"count": 0, "where": 3}, {"count": 0}],
)  # fmt: skip
def test_a_count_that_is_none_leaves_the_line_open(odd: Any) -> None:
    assert codes(counted(synchronising=odd)) == [(Status.DEFER, "run.not-watched")]
    assert codes(judge(CALLS, claims={"calls": odd})) == 2 * [(Status.DEFER, "run.not-watched")]


def test_an_author_can_only_count_what_is_counted() -> None:
    with pytest.raises(ValueError, match="at_most: expected some of synchronising, unpinned"):
        CallsCheck(at_most={"sync": 1})


POLICY = PrecisionPolicyCheck(
    low=("matmul",), full=("exp", "loss"), parameters="float32", backward_in_autocast=False, scaler=True
)


def told(**parts: Any) -> list[tuple[Status, str]]:
    return codes(judge(POLICY, claims={"dtypes": {**FINE, **parts}}))


@pytest.mark.parametrize(
    ("parts", "code"),
    [
        ({}, ""),
        ({"operations": {"mm": {"bfloat16": 1}}, "scalers": 0}, ""),
        ({"operations": {"addmm": {"float16": 6}, "mm": {"float32": 1}}}, "amp.operation-in-full"),
        ({"operations": {"addmm": {"float16": 6}, "exp": {"float16": 1}}}, "amp.operation-in-half"),
        ({"operations": {"addmm": {"float16": 6}, "mse_loss": {"bfloat16": 1}}}, "amp.operation-in-half"),
        ({"parameters": {"float32": 4, "float16": 1}}, "amp.parameter-type"),
        ({"backward_in_autocast": 2}, "amp.backward-in-autocast"),
        ({"operations": {"addmm": {"bfloat16": 6}}}, "amp.needless-scaler"),
        ({"scalers": 0}, "amp.no-scaler"),
    ],
)
def test_a_type_that_should_not_be_fails(parts: Mapping[str, Any], code: str) -> None:
    assert told(**parts) == ([(Status.FAIL, code)] if code else [])


def test_what_was_to_be_seen_and_was_not_leaves_the_line_open() -> None:
    assert told(operations={"conv": {"float16": 2}}) == [(Status.DEFER, "amp.not-seen")]
    assert told(parameters={}) == [(Status.DEFER, "amp.not-seen")]


@pytest.mark.parametrize(
    "odd",
    [{"operations": {}}, {"operations": 3}, {"operations": {"mm": 3}}, {"operations": {"mm": {"float16": 1}, "exp": 3}},
     {"operations": {"mm": {"float16": -1}}},
     {"parameters": None}, {"backward_in_autocast": True}, {"scalers": "1"}],
)  # fmt: skip
def test_types_that_cannot_be_leave_the_line_open(odd: Mapping[str, Any]) -> None:
    assert told(**odd) == [(Status.DEFER, "run.not-watched")]
    assert codes(judge(POLICY)) == [(Status.DEFER, "run.not-watched")]


@pytest.mark.parametrize(
    ("indices", "code"),
    [
        ([[[0, 2, 4, 6, 8], [1, 3, 5, 7, 9]], [[8, 2, 4, 6, 0], [1, 3, 5, 7, 9]]], ""),
        ([[[0, 2, 4, 6, 8], [1, 3, 5, 7, 9]]] * 2, "train.same-order"),
        ([[list(range(10))] * 2, [list(range(9, -1, -1))] * 2], "train.ranks-share"),
        ([[[0, 2, 4, 6], [1, 3, 5, 7]]], "train.samples-left-out"),
        ([[[0, 1, 2, 3, 4, 5], [4, 5, 6, 7, 8, 9]]], "train.ranks-share"),
        ([[[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 0, 1]]], ""),  # as many for each of three ranks: two come twice
        ([[[0, 1, 2], [3, 4, 5], [6, 7, 8]]], ""),  # one that cannot be shared out is left out
        ([], "train.no-indices"),
        ([[[]]], "train.no-indices"),
        ([[[0, 10]]], "train.no-indices"),
        ([[[0, True]]], "train.no-indices"),
        ([["01"]], "train.no-indices"),
        ("0", "train.no-indices"),
        (None, "train.no-indices"),
    ],
)
def test_ranks_share_out_the_samples(indices: Value, code: str) -> None:
    findings = codes(judge(ShardsCheck(), outputs={"indices": indices}))
    assert findings == ([(Status.FAIL, code)] if code else [])


def test_the_order_may_be_left_alone() -> None:
    same: Value = [[[0, 2, 4, 6, 8], [1, 3, 5, 7, 9]]] * 2
    assert codes(judge(ShardsCheck(reordered=False), outputs={"indices": same})) == []


DEVICE, HALF = "torch.device-mismatch", "run.raised"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("Expected all tensors to be on the same device, but found at least two devices, cuda:0 and cpu!", DEVICE),
        ("Input and parameter tensors are not at the same device, found input tensor at cpu and", DEVICE),
        ("indices should be either on cpu or on the same device as the indexed tensor (cpu)", DEVICE),
        ("Input type (torch.FloatTensor) and weight type (torch.cuda.FloatTensor) should be the same", DEVICE),
        ("Input type (torch.cuda.FloatTensor) and weight type (torch.FloatTensor) should be the same", DEVICE),
        ("Input type (torch.cuda.HalfTensor) and weight type (torch.cuda.FloatTensor) should be the same", HALF),
        ("Input type (torch.HalfTensor) and weight type (torch.FloatTensor) should be the same", HALF),
        ("a view of a leaf Variable that requires grad is being used in an in-place operation.", "torch.leaf-in-place"),
        ("one of the variables needed for gradient has been modified by an inplace operation", "torch.in-place"),
        ("element 0 of tensors does not require grad and does not have a grad_fn", "torch.no-graph"),
        ("Trying to backward through the graph a second time (or directly access", "torch.graph-freed"),
    ],
)
def test_what_torch_refuses_is_explained(text: str, code: str) -> None:
    outcome = Outcome(ending=Ending.RAISED, error="RuntimeError", text=text)
    for check in (CALLS, POLICY, ShardsCheck()):
        assert codes(judge(check, outcome=outcome)) == [(Status.FAIL, code)]
