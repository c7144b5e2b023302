"""The numba driver in a real box: what an entry is given, what comes back, and what a held launch does."""

from collections.abc import Iterator

import pytest

from grader import registry
from grader.boxes.arguments import Packed, Returned, pack, unpack
from grader.boxes.session import Program, Session
from grader.model.assignment import Limits
from grader.model.evidence import Ending
from grader.model.submission import Cell, Submission
from grader.model.values import Array, Value
from grader.ports import Bench, Lease, Reply

SOURCE = """
from numba import cuda

@cuda.jit
def count(c, n):
    i = cuda.grid(1)
    if i < n:
        c[i] += 1

@cuda.jit
def stray(c, n):
    i = cuda.grid(1)
    c[i] = 7

def plain(c, n):
    pass

def types(c, n):
    return f"{type(n).__name__} {c.dtype} {c.shape} {c.flags.writeable}"

def named(c, n):
    return {"sum": c.sum(), "n": n}

def nothing(c, n):
    c[:] = n

def late(c, n):
    c[n]
"""
INPUTS: dict[str, Value] = {"c": Array(dtype="int32", shape=(3,), data=b"\1\0\0\0\2\0\0\0\3\0\0\0"), "n": 3}


@pytest.fixture(scope="module")
def box() -> Iterator[Session]:
    submission = Submission(
        student="s001", assignment="a", file="a.py", format="py", digest="", cells=(Cell(source=SOURCE),)
    )
    bench = Bench(
        sandbox=registry.load("sandboxes", "local")(),
        lease=Lease(environment={"GRADER_DEVICE": "virtual"}),
        limits=Limits(wall_s=20.0),
        seed=lambda _case: 0,
        can_time=False,
    )
    with Session(Program(submission=submission, entry="count", driver="numba_cuda"), bench) as opened:
        assert opened.load().ending is Ending.RETURNED
        yield opened


def request(box: Session, op: str, entry: str, launch: Value = None) -> tuple[Packed, Reply]:
    packed = pack(INPUTS, {"n": "int32"})
    return packed, box.request(op, {"entry": entry, "arguments": packed.payload, "launch": launch})


def back(packed: Packed, reply: Reply) -> Returned:
    assert reply.outcome.ending is Ending.RETURNED, reply.outcome
    return unpack(packed, INPUTS, reply.value["buffers"])


def numbers(returned: Returned) -> list[int]:
    data = returned.arrays["c"].data
    return [int.from_bytes(data[at : at + 4], "little") for at in range(0, len(data), 4)]


def test_a_kernel_is_launched_once_on_the_arrays(box: Session) -> None:
    packed, reply = request(box, "call", "count", {"blocks": 2, "threads": 2})
    assert numbers(back(packed, reply)) == [2, 3, 4]
    assert reply.value["returned"] == {}


def test_what_goes_astray_lands_in_the_guard_zone(box: Session) -> None:
    packed, reply = request(box, "call", "stray", {"blocks": 1, "threads": 5})
    returned = back(packed, reply)
    assert (numbers(returned), returned.guards) == ([7, 7, 7], {"c": (0, 2)})


def test_a_held_launch_is_made_when_asked_and_can_be_read_without(box: Session) -> None:
    packed, held = request(box, "hold", "count", {"blocks": 1, "threads": 4})
    assert (held.outcome.ending, held.value) == (Ending.RETURNED, {})
    assert numbers(back(packed, box.request("run", {"call": False}))) == [1, 2, 3]
    assert numbers(back(packed, box.request("run", {"call": True}))) == [2, 3, 4]
    assert numbers(back(packed, box.request("run", {"call": False}))) == [2, 3, 4]


@pytest.mark.parametrize("op", ["call", "hold"])
def test_a_plain_function_is_no_kernel_and_is_named(box: Session, op: str) -> None:
    _, reply = request(box, op, "plain", {"blocks": 1, "threads": 4})
    outcome = reply.outcome
    assert (outcome.ending, outcome.error, outcome.text) == (Ending.RAISED, "NotAKernel", "plain")


def test_a_function_gets_writable_arrays_and_scalars_of_their_type(box: Session) -> None:
    _, reply = request(box, "call", "types")
    assert reply.value["returned"] == {"result": "int32 int32 (3,) True"}


def test_what_a_function_returns_by_name_keeps_its_names(box: Session) -> None:
    _, reply = request(box, "call", "named")
    returned = reply.value["returned"]
    assert isinstance(returned, dict)
    assert list(returned) == ["sum", "n"]


def test_a_function_may_fill_its_argument_and_return_nothing(box: Session) -> None:
    packed, reply = request(box, "call", "nothing")
    assert numbers(back(packed, reply)) == [3, 3, 3]
    assert reply.value["returned"] == {}


def test_an_error_of_the_student_s_has_its_line(box: Session) -> None:
    _, reply = request(box, "call", "late")
    outcome = reply.outcome
    assert (outcome.ending, outcome.error) == (Ending.RAISED, "IndexError")
    assert outcome.place is not None
    assert outcome.place.line == SOURCE[: SOURCE.index("    c[n]\n")].count("\n") + 1
