"""The driver of plain functions in a real box: what an entry is given, what comes back, and what is held."""

from collections.abc import Iterator

import pytest

from grader import registry
from grader.boxes.arguments import Packed, pack, unpack
from grader.boxes.session import Program, Session
from grader.model.assignment import Limits
from grader.model.evidence import Ending
from grader.model.submission import Cell, Submission
from grader.model.values import Array, Value
from grader.ports import Bench, Lease, Reply

SOURCE = """
def types(c, n):
    return f"{type(n).__name__} {c.dtype} {c.shape} {c.flags.writeable}"

def add(c, n):
    c += n

def stray(c, n):
    c.base[: 4096 + 16] = 0

def named(c, n):
    return {"sum": c.sum(), "n": n}

def several(c, n):
    return c * 2, [n, None]

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
        lease=Lease(environment={"GRADER_DEVICE": "cpu"}),
        limits=Limits(wall_s=20.0),
        seed=lambda _case: 0,
        can_time=True,
    )
    with Session(Program(submission=submission, entry="add", driver="python"), bench) as opened:
        assert opened.load().ending is Ending.RETURNED
        yield opened


def request(box: Session, op: str, entry: str) -> tuple[Packed, Reply]:
    packed = pack(INPUTS, {"n": "int32"})
    return packed, box.request(op, {"entry": entry, "arguments": packed.payload, "launch": None})


def numbers(packed: Packed, reply: Reply) -> list[int]:
    assert reply.outcome.ending is Ending.RETURNED, reply.outcome
    data = unpack(packed, INPUTS, reply.value["buffers"]).arrays["c"].data
    return [int.from_bytes(data[at : at + 4], "little") for at in range(0, len(data), 4)]


def test_a_function_gets_writable_arrays_and_numbers_of_python_s(box: Session) -> None:
    _, reply = request(box, "call", "types")
    assert reply.value["returned"] == {"result": "int int32 (3,) True"}


def test_what_it_writes_comes_back(box: Session) -> None:
    assert numbers(*request(box, "call", "add")) == [4, 5, 6]


def test_what_goes_astray_lands_in_the_guard_zone(box: Session) -> None:
    packed, reply = request(box, "call", "stray")
    found = unpack(packed, INPUTS, reply.value["buffers"])
    assert found.guards == {"c": (1024, 1)}


@pytest.mark.parametrize(
    ("entry", "expected"),
    [
        ("named", {"sum": 6, "n": 3}),
        (
            "several",
            {"result": [Array(dtype="int32", shape=(3,), data=b"\2\0\0\0\4\0\0\0\6\0\0\0"), [3, None]]},
        ),
        ("add", {}),
    ],
)
def test_what_it_returns_has_names(box: Session, entry: str, expected: Value) -> None:
    _, reply = request(box, "call", entry)
    assert reply.value["returned"] == expected


def test_what_is_held_is_called_when_asked_and_can_be_read_without(box: Session) -> None:
    packed, held = request(box, "hold", "named")
    assert (held.outcome.ending, held.value) == (Ending.RETURNED, {})
    assert box.request("run", {"call": False}).value["returned"] == {}
    again = [box.request("run", {"call": call}) for call in (True, False)]
    assert [reply.value["returned"] for reply in again] == [{"sum": 6, "n": 3}] * 2
    assert numbers(packed, again[1]) == [1, 2, 3]


def test_only_the_buffers_that_are_asked_for_come_back(box: Session) -> None:
    packed = pack(INPUTS, {"n": "int32"})
    box.request("hold", {"entry": "add", "arguments": packed.payload, "launch": None, "back": []})
    reply = box.request("run", {"call": True})
    assert reply.value["buffers"] == {}
    assert unpack(packed, INPUTS, reply.value["buffers"], only=()).arrays == {}


def test_a_copy_can_be_timed(box: Session) -> None:
    assert box.request("copy", {"bytes": 1000, "times": 3}).outcome.ending is Ending.RETURNED


def test_an_error_has_its_line(box: Session) -> None:
    _, reply = request(box, "call", "late")
    assert reply.outcome.place is not None
    assert (reply.outcome.error, reply.outcome.place.line) == ("IndexError", SOURCE.count("\n"))
