import json
import struct

import pytest

from grader.boxes.wire import MAX_ARRAYS, MAX_DIGITS, MAX_ITEMS, MAX_JSON, FrameReader, WireError, encode
from grader.model.values import Array, Value

MESSAGE: dict[str, Value] = {
    "text": "বাংলা", "none": None, "big": 2**80, "nan": float("inf"),
    "list": [Array(dtype="float64", shape=(2, 1), data=bytes(16)), {"deep": Array(dtype="bool", shape=(), data=b"\1")}],
}  # fmt: skip


def raw(body: object) -> bytes:
    text = body if isinstance(body, bytes) else json.dumps(body).encode()
    return struct.pack(">I", len(text)) + text


@pytest.mark.parametrize("piece", [1, 3, 1000])
def test_a_frame_in_pieces_is_put_together(piece: int) -> None:
    reader, data, found = FrameReader(), encode(MESSAGE) + encode({"next": 1}), []
    for at in range(0, len(data), piece):
        reader.feed(data[at : at + piece])
        while (message := reader.next()) is not None:
            found.append(message)
    assert found == [MESSAGE, {"next": 1}]


@pytest.mark.parametrize(
    "frame",
    [
        struct.pack(">I", MAX_JSON + 1),
        raw(b"\xff\xfe"),
        raw(b"{"),
        raw([1]),
        raw({"value": 1}),
        raw({"arrays": {}}),
        raw({"arrays": [{"dtype": "object", "shape": [1]}]}),
        raw({"arrays": [{"dtype": "int8", "shape": [-1]}]}),
        raw({"arrays": [{"dtype": "int8", "shape": [True]}]}),
        raw({"arrays": [{"dtype": "int8", "shape": [1.0]}]}),
        raw({"arrays": [{"dtype": "int8", "shape": [MAX_ARRAYS, 2]}]}),
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
    with pytest.raises(WireError):
        reader.next()
