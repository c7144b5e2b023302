"""CUDA-minded PyTorch code on the virtual GPU, in a real box: where tensors go, and in which precision."""

from collections.abc import Iterator

import numpy as np
import pytest

from grader import registry
from grader.boxes.session import Program, Session
from grader.model.assignment import Limits
from grader.model.evidence import Ending
from grader.model.submission import Cell, Submission
from grader.model.values import Array, Value
from grader.ports import Bench, Lease

SOURCE = '''
import torch

def product(context):
    """The dtype of a matrix product under autocast."""
    with context:
        return str((torch.ones(2, 2, device="cuda") @ torch.ones(2, 2, device="cuda")).dtype)

def autocasts():
    return [
        product(context)
        for context in (
            torch.autocast("cuda"),
            torch.autocast(device_type="cuda"),
            torch.amp.autocast("cuda", torch.float16),
            torch.autocast(device_type="cuda", dtype=torch.bfloat16),
            torch.cuda.amp.autocast(),
            torch.cuda.amp.autocast(dtype=torch.bfloat16),
            torch.autocast("cpu"),
            torch.autocast("cuda", enabled=False),
        )
    ]

@torch.autocast("cuda")
def decorated():
    a = torch.ones(2, 2, device="cuda")
    return [str((a @ a).dtype), str((torch.ones(2, 2) @ torch.ones(2, 2)).dtype)]

def scalers():
    made = (
        torch.amp.GradScaler("cuda", init_scale=8.0), torch.amp.GradScaler(init_scale=8.0),
        torch.amp.GradScaler(device="cuda", init_scale=8.0), torch.cuda.amp.GradScaler(init_scale=8.0),
    )
    return [(scaler.is_enabled(), scaler.scale(torch.ones(1, device="cuda")).item()) for scaler in made]

def moves():
    device, model = torch.device("cuda" if torch.cuda.is_available() else "cpu", 0), torch.nn.Linear(2, 2)
    x = torch.ones(2)
    tensors = (
        x.cuda(), x.cuda(0), x.to("cuda"), x.to("cuda:0"), x.to(device), x.to(device=device),
        x.to(device, torch.float64, non_blocking=True), torch.zeros(2, device="cuda"),
        torch.tensor([1.0], device=device), model.to(device).weight, model.cuda().weight,
        torch.nn.Linear(2, 2, device="cuda").weight,
    )
    torch.cuda.synchronize()
    return [tensor.device.type for tensor in tensors] + [str(tensors[6].dtype)]

def facts():
    return [torch.cuda.is_available(), torch.cuda.device_count(), torch.cuda.get_device_name(0)]

def elsewhere():
    return torch.zeros(2, device="meta").device.type

def twice(a, n):
    return a * 2 * n

def named(a):
    return {"sum": a.sum(), "kind": type(a).__name__}

def laid_out(a, n):
    return {"contiguous": a.is_contiguous(), "device": a.device.type, "values": a, "n": n}

def from_memory(a):
    return torch.as_strided(a, a.shape, (a.shape[1], 1))

def broken():
    raise KeyError("here")
'''


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
    with Session(Program(submission=submission, entry="moves", driver="pytorch"), bench) as opened:
        assert opened.load().ending is Ending.RETURNED
        yield opened


def call(box: Session, name: str, *, strided: bool = False, **inputs: Value) -> Value:
    payload: dict[str, Value] = {"entry": name, "inputs": inputs, "adapter": None, "probes": [], "strided": strided}
    reply = box.request("call", payload)
    assert reply.outcome.ending is Ending.RETURNED, reply.outcome
    return reply.value["returned"]


def test_autocast_has_the_precision_of_a_card(box: Session) -> None:
    half, brain = "torch.float16", "torch.bfloat16"
    result = [half, half, half, brain, half, brain, "torch.float32", "torch.float32"]
    assert call(box, "autocasts") == {"result": result}
    assert call(box, "decorated") == {"result": [half, "torch.float32"]}, "the CPU's tensors have no part in it"


def test_every_way_to_make_a_scaler_makes_one_that_works(box: Session) -> None:
    assert call(box, "scalers") == {"result": [[True, 8.0]] * 4}


def test_what_is_sent_to_the_card_is_there(box: Session) -> None:
    assert call(box, "moves") == {"result": ["cuda"] * 12 + ["torch.float64"]}


def test_a_device_that_is_no_card_stays_what_it_is(box: Session) -> None:
    assert call(box, "elsewhere") == {"result": "meta"}


def test_there_are_two_cards_which_do_not_pretend_to_be_real(box: Session) -> None:
    assert call(box, "facts") == {"result": [True, 2, "Virtual GPU (sm_80)"]}


@pytest.mark.parametrize("dtype", ["float32", "float16", "int64", "uint8"])
def test_strided_tensors_have_the_same_values(box: Session, dtype: str) -> None:
    values = np.arange(6).reshape(2, 3).astype(dtype)
    a = Array(dtype=dtype, shape=(2, 3), data=values.tobytes())
    for strided in (False, True):
        laid_out = call(box, "laid_out", strided=strided, a=a, n=2)
        assert laid_out == {"contiguous": not strided, "device": "cuda", "values": a, "n": 2}
        assert (call(box, "from_memory", strided=strided, a=a) == {"result": a}) is not strided


def test_without_an_adapter_the_entry_gets_tensors_and_scalars(box: Session) -> None:
    a = Array(dtype="float32", shape=(2,), data=b"\0\0\x80\x3f\0\0\0\x40")  # 1 and 2
    assert call(box, "twice", a=a, n=2) == {
        "result": Array(dtype="float32", shape=(2,), data=b"\0\0\x80\x40\0\0\0\x41")  # 4 and 8
    }
    assert call(box, "named", a=a) == {
        "sum": Array(dtype="float32", shape=(), data=b"\0\0\x40\x40"), "kind": "Tensor"
    }  # fmt: skip


def test_an_error_of_the_student_s_has_its_line(box: Session) -> None:
    outcome = box.request("call", {"entry": "broken", "inputs": {}, "adapter": None, "probes": []}).outcome
    assert (outcome.ending, outcome.error) == (Ending.RAISED, "KeyError")
    assert outcome.place is not None
    assert outcome.place.line == SOURCE[: SOURCE.index("raise KeyError")].count("\n") + 1
