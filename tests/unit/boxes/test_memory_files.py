import json
import os
import socket
import struct
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from grader.boxes.memory_files import FrameReader, encode
from grader.boxes.wire import MAX_ARRAYS, MAX_DIGITS, MAX_ITEMS, MAX_JSON, WireError
from grader.model.values import Array

BODY: dict[str, object] = {
    "text": "বাংলা", "big": 2**80, "inf": {"$float": "inf"},
    "list": [{"$array": 0}, {"deep": {"$array": 1}}, {"$array": 2}],
}  # fmt: skip


@contextmanager
def memory_file() -> Iterator[int]:
    fd = os.memfd_create("test")
    os.truncate(fd, 2 * MAX_ARRAYS)
    os.write(fd, bytes(range(200)))
    yield fd
    os.close(fd)


def spec(dtype: str, shape: list[object], offset: object = 0) -> dict[str, object]:
    return {"dtype": dtype, "shape": shape, "offset": offset}


def raw(body: object) -> bytes:
    text = body if isinstance(body, bytes) else json.dumps(body).encode()
    return struct.pack(">I", len(text)) + text


@pytest.mark.parametrize("piece", [1, 3, 1000])
def test_a_message_in_pieces_is_put_together(piece: int) -> None:
    reader, found = FrameReader(), None
    with memory_file() as file:
        whole = raw({**BODY, "arrays": [spec("float64", [2, 1], 8), spec("bool", [], 3), spec("int8", [0], 200)]})
        for at in range(0, len(whole), piece):
            assert found is None
            reader.feed(whole[at : at + piece])
            found = reader.next(file)
    assert found == {
        "text": "বাংলা", "big": 2**80, "inf": float("inf"),
        "list": [
            Array(dtype="float64", shape=(2, 1), data=bytes(range(8, 24))),
            {"deep": Array(dtype="bool", shape=(), data=b"\3")}, Array(dtype="int8", shape=(0,), data=b""),
        ],
    }  # fmt: skip


@pytest.mark.parametrize(("room", "most", "held"), [(0, 1 << 20, 0), (5000, 1 << 20, 8192), (1 << 20, 4096, 4096)])
def test_memory_is_found_beforehand_for_what_is_known_to_come_back(room: int, most: int, held: int) -> None:
    with encode({}, most, room) as frame:
        found = os.fstat(frame.replies)
        assert (found.st_size, found.st_blocks * 512) == (most, held)


def test_what_is_sent_comes_out_of_its_memory_file() -> None:
    given, taken = socket.socketpair()
    arrays = [Array(dtype="int16", shape=(2,), data=b"abcd"), Array(dtype="int8", shape=(1,), data=b"e")]
    with given, taken, encode({"x": arrays, "nan": float("nan")}) as frame:
        assert frame.send(given)
        data, fds, _, _ = socket.recv_fds(taken, 4096, 3)
        body = json.loads(data[4:])
        assert struct.unpack(">I", data[:4]) == (len(data) - 4,)
        assert (body["x"], body["nan"]) == ([{"$array": 0}, {"$array": 1}], {"$float": "nan"})
        replies, sent = fds
        for array, described in zip(arrays, body["arrays"], strict=True):
            assert os.pread(sent, len(array.data), described["offset"]) == array.data
        for change in (
            lambda: os.pwrite(sent, b"x", 0),
            lambda: os.ftruncate(sent, 0),
            lambda: os.ftruncate(replies, 0),
        ):
            with pytest.raises(PermissionError):
                change()
        os.close(replies)
        os.close(sent)


@pytest.mark.parametrize(
    "frame",
    [
        struct.pack(">I", MAX_JSON + 1),
        raw(b"\xff\xfe"),
        raw(b"{"),
        raw([1]),
        raw({"value": 1}),
        raw({"arrays": {}}),
        raw({"arrays": [spec("object", [1])]}),
        raw({"arrays": [spec("int8", [-1])]}),
        raw({"arrays": [spec("int8", [True])]}),
        raw({"arrays": [spec("int8", [1.0])]}),
        raw({"arrays": [spec("int8", [MAX_ARRAYS, 2])]}),
        raw({"arrays": [spec("int8", [1], -1)]}),
        raw({"arrays": [spec("int8", [1], MAX_ARRAYS)]}),
        raw({"arrays": [spec("int8", [1], 0.0)]}),
        raw({"arrays": [spec("int8", [1], None)]}),
        raw({"arrays": [spec("int8", [MAX_ARRAYS // 2]), spec("int8", [MAX_ARRAYS // 2 + 1])]}),
        raw({"arrays": [spec("int8", [10_000])]}),  # more than has been written
        raw({"arrays": []}) + raw({"arrays": []}),
        raw({"arrays": [], "x": {"$array": 0}}),
        raw({"arrays": [], "x": {"$array": -1}}),
        raw({"arrays": [], "x": {"$float": "1e999"}}),
        raw(b'{"arrays": [], "x": NaN}'),
        raw(b'{"arrays": [], "x": ' + b"9" * (MAX_DIGITS + 1) + b"}"),
        raw(b'{"arrays": [], "x": ' + b"[" * 40 + b"]" * 40 + b"}"),
        raw(b"[" * 200_000),
        raw({"arrays": [], "x": [0] * (MAX_ITEMS + 1)}),
        raw({"arrays": [], "x": [{"text": "\ud800"}]}),
        raw({"arrays": [], "\udfff": 1}),
    ],
    ids=lambda frame: repr(frame[:40]),
)
def test_what_is_no_frame_is_refused(frame: bytes) -> None:
    reader = FrameReader()
    reader.feed(frame)
    with memory_file() as file, pytest.raises(WireError):
        reader.next(file)


def test_arrays_that_nobody_asked_for_are_refused() -> None:
    reader = FrameReader()
    reader.feed(raw({"arrays": [spec("int8", [1])]}))
    with pytest.raises(WireError):
        reader.next(None)
