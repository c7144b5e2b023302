"""What a box tells of the PyTorch that student code uses: types of operations, and calls that cost time."""

from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from grader import registry
from grader.boxes.session import Program, Session
from grader.model.assignment import Limits
from grader.model.evidence import Ending
from grader.model.submission import Cell, Submission
from grader.ports import Bench, Lease, Reply

SOURCE = """\
import torch
import torch.nn.functional as F

def parts():
    model = torch.nn.Linear(4, 3).cuda()
    return model, torch.optim.SGD(model.parameters(), lr=0.1), torch.ones(5, 4), torch.tensor([0, 1, 2, 0, 1])

def mixed():
    model, optimizer, x, y = parts()
    scaler = torch.amp.GradScaler("cuda")
    with torch.autocast("cuda", dtype=torch.float16):
        loss = F.cross_entropy(model(x.cuda()), y.cuda())
        scaler.scale(loss).backward()
    scaler.step(optimizer)
    scaler.update()

def brain():
    model, optimizer, x, y = parts()
    model.bfloat16()
    F.cross_entropy(model(x.cuda().bfloat16()).float(), y.cuda()).backward()
    optimizer.step()

def waits():
    model, optimizer, x, y = parts()
    for _ in range(3):
        loss = F.cross_entropy(model(x.cuda()), y.cuda())
        loss.backward()
        optimizer.step()
        print(loss, float(loss))
        torch.cuda.empty_cache()
    torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0, error_if_nonfinite=True)
    return loss.item()

def quiet():
    model, optimizer, x, y = parts()
    for _ in range(3):
        F.cross_entropy(model(x.cuda()), y.cuda()).backward()
        optimizer.step()

def copies():
    x = torch.ones(4)
    x.to("cuda", non_blocking=True)
    x.pin_memory().to("cuda")
    x.pin_memory().to("cuda", non_blocking=True)
    x.to("cuda")

def looks():
    x, y = torch.ones(4, device="cuda"), torch.empty(4)
    x.nonzero()
    x[x > 0]
    if torch.equal(x, x):
        y.copy_(x)
    x.copy_(y, non_blocking=True)
    y.copy_(y)

def evaluates():
    model, _, x, _ = parts()
    model.eval()
    model(x.cuda())
    with torch.no_grad():
        model(x.cuda())

def makes_anew():
    model, optimizer, x, y = parts()
    for _ in range(3):
        torch.amp.GradScaler("cuda")
        torch.amp.GradScaler("cuda", enabled=False)
        torch.amp.GradScaler("cuda", 2.0, 2.0, 0.5, 10, False)
        optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
        optimizer.step()

def compiles():
    def broken(x):
        y = x.sin()
        print("here")
        return y.cos()
    def branching(x):
        return x.sin() if x.sum() > 0 else x
    def whole(x):
        return x.sin().cos()
    model, _, x, _ = parts()
    model.eval()
    for call in torch.compile(broken), torch.compile(branching), torch.compile(whole), torch.compile(model):
        call(x.cuda())

def tunes():
    torch.backends.cudnn.benchmark = True
    for width in 4, 5, 5, 6:
        F.conv1d(torch.ones(1, 1, width, device="cuda"), torch.ones(1, 1, 3, device="cuda"))
    torch.backends.cudnn.benchmark = False

def replaced():
    functions = torch.Tensor.__repr__, torch.cuda.synchronize, torch.autograd.backward, torch.amp.GradScaler.__init__
    return sum(hasattr(function, "__wrapped__") for function in functions)

def breaks():
    waits()
    raise KeyError("late")
"""


@pytest.fixture(scope="module")
def box() -> Iterator[Session]:
    submission = Submission(
        student="s001", assignment="a", file="a.py", format="py", digest="", cells=(Cell(source=SOURCE),)
    )
    bench = Bench(
        sandbox=registry.load("sandboxes", "local")(),
        lease=Lease(environment={"GRADER_DEVICE": "virtual", "CUDA_VISIBLE_DEVICES": ""}),
        limits=Limits(wall_s=20.0),
        seed=lambda _case: 0,
        can_time=False,
    )
    with Session(Program(submission=submission, entry="mixed", driver="pytorch"), bench) as opened:
        assert opened.load().ending is Ending.RETURNED
        yield opened


def call(box: Session, name: str, *probes: str) -> Reply:
    return box.request("call", {"entry": name, "inputs": {}, "adapter": None, "probes": list(probes)})


def told(box: Session, name: str, probe: str) -> Mapping[str, Any]:
    reply = call(box, name, probe)
    assert reply.outcome.ending is Ending.RETURNED, reply.outcome
    claims = reply.claims[probe]
    assert isinstance(claims, Mapping)
    return claims


def counts(box: Session, name: str) -> dict[str, int]:
    return {key: value["count"] for key, value in told(box, name, "calls").items() if value["count"]}


def test_operations_tell_the_types_that_autocast_gave_them(box: Session) -> None:
    seen = told(box, "mixed", "dtypes")
    assert seen["operations"]["addmm"] == {"float16": 1}
    assert seen["operations"]["nll_loss_forward"] == {"float32": 1}
    assert "mm" not in seen["operations"], "that of the backward pass follows from the other"
    assert (seen["parameters"], seen["backward_in_autocast"], seen["scalers"]) == ({"float32": 2}, 1, 1)


def test_parameters_tell_their_types_when_they_change(box: Session) -> None:
    seen = told(box, "brain", "dtypes")
    assert (seen["parameters"], seen["backward_in_autocast"], seen["scalers"]) == ({"bfloat16": 2}, 0, 0)


def test_waiting_counts_once_a_line_and_step_and_not_what_torch_waits_for(box: Session) -> None:
    calls = told(box, "waits", "calls")
    assert calls["synchronising"] == {"count": 4, "where": "a.py:29"}
    assert calls["empty_cache"] == {"count": 3, "where": "a.py:30"}
    assert counts(box, "quiet") == {"optimizers": 1}


def test_copies_that_cannot_overlap_are_seen(box: Session) -> None:
    assert counts(box, "copies") == {"unpinned": 1, "blocking": 1}


@pytest.mark.parametrize(
    ("name", "seen"),
    [
        ("looks", {"synchronising": 3, "unpinned": 1}),
        ("evaluates", {"gradient_in_eval": 1}),
        ("makes_anew", {"scalers": 3, "optimizers": 3}),
        ("compiles", {"graph_breaks": 2, "compilations": 6, "synchronising": 1, "gradient_in_eval": 1}),
        ("tunes", {"benchmarked_shapes": 3}),
    ],
)
def test_habits_are_counted(box: Session, name: str, seen: Mapping[str, int]) -> None:
    assert counts(box, name) == seen


def test_a_call_that_fails_tells_what_it_did_before_and_without_a_probe_nothing_is_told(box: Session) -> None:
    reply = call(box, "breaks", "calls", "dtypes")
    assert reply.outcome.ending is Ending.RAISED
    assert sorted(reply.claims) == ["calls", "dtypes"]
    assert call(box, "quiet").claims == {}


def test_torch_is_left_as_it_was(box: Session) -> None:
    assert call(box, "replaced", "calls").value["returned"] == {"result": 4}
    assert call(box, "replaced").value["returned"] == {"result": 0}
