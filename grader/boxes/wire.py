"""What crosses between judge and box as JSON: exact types, caps on everything, never a pickle (docs/protocol.md)."""

import json
import math
import struct
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from grader.model.values import DTYPES, Array, Value

MAX_JSON = 4 * 1024 * 1024  # bytes of one frame's JSON
MAX_ARRAYS = 2 * 1024**3  # bytes of one frame's arrays together
MAX_DEPTH = 32
MAX_ITEMS = 200_000  # values in one frame's JSON
MAX_DIGITS = 300  # of one integer: each can still be made a float
ALIGNMENT = 64  # bytes, of the arrays behind or beside the JSON
LENGTH = 4  # bytes that say how long the JSON is


class WireError(Exception):
    """The other end sent something that is no frame."""


@dataclass(frozen=True, kw_only=True)
class Packed:
    """A message on its way to a box.

    Attributes:
        head: the length of the JSON, and the JSON.
        arrays: the bytes of each, and where they begin.
        end: where the last one ends.
    """

    head: bytes
    arrays: Sequence[tuple[int, bytes]]
    end: int


@dataclass(frozen=True, kw_only=True)
class Spec:
    """An array as a box describes it: where it lies, and its size, in bytes."""

    dtype: str
    shape: tuple[int, ...]
    offset: int
    size: int

    def array(self, data: bytes) -> Array:
        """Return it, from its bytes."""
        return Array(dtype=self.dtype, shape=self.shape, data=data)


@dataclass(frozen=True, kw_only=True)
class Head:
    """What a box sent but for the arrays; `end` is where it ends in what came."""

    message: Mapping[str, Any]
    specs: Sequence[Spec]
    end: int

    def filled(self, arrays: Sequence[Array]) -> dict[str, Value]:
        """Return the message with its arrays in their places. Raises WireError."""
        return {key: _decode(item, arrays) for key, item in self.message.items()}


def packed(message: Mapping[str, Value]) -> Packed:
    """Return a message, with arrays anywhere in it, as it is sent."""
    arrays: list[Array] = []
    body = dict(_encode(message, arrays))
    offsets, end = _layout(len(array.data) for array in arrays)
    body["arrays"] = [
        {"dtype": array.dtype, "shape": list(array.shape), "offset": offset}
        for array, offset in zip(arrays, offsets, strict=True)
    ]
    raw = json.dumps(body, allow_nan=False).encode()
    data = [(offset, array.data) for array, offset in zip(arrays, offsets, strict=True)]
    return Packed(head=struct.pack(">I", len(raw)) + raw, arrays=data, end=end)


def head_in(data: bytes | bytearray) -> Head | None:
    """Return the head of the message that some bytes begin with, or None while it is incomplete.

    Raises:
        WireError: it is none, or too large.
    """
    if len(data) < LENGTH:
        return None
    (length,) = struct.unpack_from(">I", data)
    if length > MAX_JSON:
        raise WireError(f"a header of {length} bytes")
    end = LENGTH + length
    if len(data) < end:
        return None
    message = _parse(bytes(data[LENGTH:end]))
    return Head(specs=_array_specs(message.pop("arrays", None)), message=message, end=end)


def _layout(sizes: Iterable[int]) -> tuple[list[int], int]:
    """Return where each array begins, and where the last one ends."""
    offsets, end = [], 0
    for size in sizes:
        offsets.append(-(-end // ALIGNMENT) * ALIGNMENT)
        end = offsets[-1] + size
    return offsets, end


def _encode(value: Value, arrays: list[Array]) -> Any:
    if isinstance(value, Array):
        arrays.append(value)
        return {"$array": len(arrays) - 1}
    if isinstance(value, Mapping):
        return {key: _encode(item, arrays) for key, item in value.items()}
    if isinstance(value, float) and not math.isfinite(value):
        return {"$float": str(value)}
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [_encode(item, arrays) for item in value]
    return value


def _parse(raw: bytes) -> dict[str, Any]:
    try:
        message = json.loads(raw, parse_int=_parse_int, parse_constant=_refuse)
        _check_size(message)
    except (ValueError, RecursionError) as error:
        raise WireError(f"not a JSON frame: {type(error).__name__}") from error
    if type(message) is not dict:
        raise WireError("not a JSON object")
    return message


def _parse_int(digits: str) -> int:
    if len(digits) > MAX_DIGITS:
        raise ValueError("too many digits")
    return int(digits)


def _refuse(name: str) -> None:
    raise ValueError(f"{name} is not JSON")


def _check_size(value: object) -> None:
    count, level = 0, [value]
    for _ in range(MAX_DEPTH):
        count += len(level)
        _check_texts(level)
        if count > MAX_ITEMS:
            raise ValueError("too many values")
        level = [
            item
            for parent in level
            if isinstance(parent, dict | list)
            for item in (parent.values() if isinstance(parent, dict) else parent)
        ]
        if not level:
            return
    raise ValueError("nested too deeply")


def _check_texts(level: Sequence[object]) -> None:
    """Refuse half a surrogate pair, which nothing later could write. Raises ValueError."""
    for item in level:
        for text in (item,) if isinstance(item, str) else item if isinstance(item, dict) else ():
            if not text.isascii():
                text.encode()


def _array_specs(specs: object) -> list[Spec]:
    if type(specs) is not list:
        raise WireError("no list of arrays")
    found, total = [], 0
    for spec in specs:
        if type(spec) is not dict:
            raise WireError("an array that is not described")
        dtype, shape, offset = spec.get("dtype"), spec.get("shape"), spec.get("offset")
        if type(dtype) is not str or dtype not in DTYPES or type(shape) is not list or len(shape) > MAX_DEPTH:
            raise WireError("an array of unknown type")
        if type(offset) is not int or not all(type(number) is int and 0 <= number <= MAX_ARRAYS for number in shape):
            raise WireError("an array of impossible shape")
        size = DTYPES[dtype] * math.prod(shape)
        total += size
        if not 0 <= offset <= MAX_ARRAYS - size or total > MAX_ARRAYS:
            raise WireError("arrays too large")
        found.append(Spec(dtype=dtype, shape=tuple(shape), offset=offset, size=size))
    return found


def _decode(value: Any, arrays: Sequence[Array]) -> Value:
    if isinstance(value, list):
        return [_decode(item, arrays) for item in value]
    if not isinstance(value, dict):
        return value  # type: ignore[no-any-return] # json gives None, bool, int, float or str here
    if value.keys() == {"$array"}:
        index = value["$array"]
        if type(index) is not int or not 0 <= index < len(arrays):
            raise WireError("an array that was not sent")
        return arrays[index]
    if value.keys() == {"$float"}:
        if value["$float"] not in {"nan", "inf", "-inf"}:
            raise WireError("a number that is none")
        return float(value["$float"])
    return {key: _decode(item, arrays) for key, item in value.items()}
