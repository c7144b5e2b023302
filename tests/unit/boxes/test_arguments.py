import numpy as np
import pytest

from grader.boxes.arguments import GUARD, Packed, pack, unpack
from grader.boxes.wire import WireError
from grader.model.values import Array, Value

VALUES: dict[str, Value] = {
    "a": Array(dtype="float32", shape=(3,), data=bytes(range(12))),
    "c": Array(dtype="int64", shape=(2,), data=bytes(16)),
    "n": 3,
}


def buffers(packed: Packed) -> dict[str, bytearray]:
    found = {str(each["name"]): each.get("buffer") for each in packed.payload}
    return {name: bytearray(buffer.data) for name, buffer in found.items() if isinstance(buffer, Array)}


def returned(changed: dict[str, bytearray]) -> dict[str, Value]:
    return {name: Array(dtype="uint8", shape=(len(data),), data=bytes(data)) for name, data in changed.items()}


def test_arguments_keep_their_order_and_scalars_their_type() -> None:
    packed = pack(VALUES, {"n": "int32"})
    assert [each["name"] for each in packed.payload] == ["a", "c", "n"]
    assert packed.payload[2] == {"name": "n", "dtype": "int32", "value": 3}


def test_data_that_comes_back_loses_its_guard_zones() -> None:
    packed = pack(VALUES, {})
    sent = buffers(packed)
    sent["c"][GUARD : GUARD + 16] = b"\x01" * 16
    back = unpack(packed, VALUES, returned(sent))
    assert back.arrays["a"] == VALUES["a"]
    assert back.arrays["c"] == Array(dtype="int64", shape=(2,), data=b"\x01" * 16)
    assert back.guards == {}


@pytest.mark.parametrize(
    ("places", "count"),
    [
        ([GUARD + 12], (0, 1)),
        ([GUARD + 12, GUARD + 13, GUARD + 16], (0, 2)),  # two bytes of one element, one of the next
        ([GUARD - 1, -1], (1, 1)),
        ([0, 1, 2, 3, 4], (2, 0)),
    ],
)
def test_changed_elements_of_the_zones_are_counted(places: list[int], count: tuple[int, int]) -> None:
    packed = pack(VALUES, {})
    sent = buffers(packed)
    for place in places:
        sent["a"][place] ^= 0xFF
    assert unpack(packed, VALUES, returned(sent)).guards == {"a": count}


def test_zones_cannot_be_guessed() -> None:
    first, second = pack(VALUES, {}), pack(VALUES, {})
    assert first.zones["a"] != second.zones["a"]


@pytest.mark.parametrize(("dtype", "least"), [("float16", 256), ("float32", 2048), ("float64", 2048)])
def test_zones_of_floats_neither_vanish_in_a_sum_nor_swallow_one(dtype: str, least: int) -> None:
    packed = pack({"a": Array(dtype=dtype, shape=(0,), data=b"")}, {})
    for zone in packed.zones["a"]:
        sizes = np.abs(np.frombuffer(zone, dtype))
        assert least <= sizes.min() < sizes.max() < 2 * least
        assert ((sizes + np.ones(1, dtype)) != sizes).all()


@pytest.mark.parametrize("loss", ["missing", "short", "type", "none"])
def test_other_buffers_than_were_sent_are_a_bad_reply(loss: str) -> None:
    packed = pack(VALUES, {})
    back: dict[str, Value] = returned(buffers(packed))
    size = 2 * GUARD + 12
    wrong: dict[str, Value] = {
        "short": Array(dtype="uint8", shape=(size - 1,), data=bytes(size - 1)),
        "type": Array(dtype="int8", shape=(size,), data=bytes(size)),
    }
    back.pop("a")
    if loss in wrong:
        back["a"] = wrong[loss]
    with pytest.raises(WireError):
        unpack(packed, VALUES, None if loss == "none" else back)
