"""The judge's end of the channel: exact types, caps on everything, never a pickle (the format: harness/channel.py)."""

import json
import math
import struct
from collections.abc import Mapping, Sequence
from typing import Any

from grader.model.values import DTYPES, Array, Value

MAX_JSON = 4 * 1024 * 1024  # bytes of one frame's JSON
MAX_ARRAYS = 2 * 1024**3  # bytes of one frame's arrays together
MAX_DEPTH = 32
MAX_ITEMS = 200_000  # values in one frame's JSON
MAX_DIGITS = 300  # of one integer: each can still be made a float


class WireError(Exception):
    """The other end sent something that is no frame."""


def encode(message: Mapping[str, Value]) -> bytes:
    """Return the frame of a message."""
    arrays: list[Array] = []
    body = dict(_encode(message, arrays))
    body["arrays"] = [{"dtype": array.dtype, "shape": list(array.shape)} for array in arrays]
    raw = json.dumps(body, allow_nan=False).encode()
    return struct.pack(">I", len(raw)) + raw + b"".join(array.data for array in arrays)


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


class FrameReader:
    """Puts frames together from whatever pieces the socket gives."""

    def __init__(self) -> None:
        self._buffer = bytearray()

    def feed(self, data: bytes) -> None:
        """Add bytes as they came."""
        self._buffer += data

    def next(self) -> dict[str, Value] | None:
        """Return the next whole message, or None while it is incomplete. Raises WireError."""
        if len(self._buffer) < 4:
            return None
        (length,) = struct.unpack_from(">I", self._buffer)
        if length > MAX_JSON:
            raise WireError(f"a header of {length} bytes")
        if len(self._buffer) < 4 + length:
            return None
        message = _parse(bytes(self._buffer[4 : 4 + length]))
        specs = _array_specs(message.pop("arrays", None))
        end = 4 + length + sum(size for _, _, size in specs)
        if len(self._buffer) < end:
            return None
        arrays, start = [], 4 + length
        for dtype, shape, size in specs:
            arrays.append(Array(dtype=dtype, shape=shape, data=bytes(self._buffer[start : start + size])))
            start += size
        del self._buffer[:end]
        return {key: _decode(item, arrays) for key, item in message.items()}


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


def _array_specs(specs: object) -> list[tuple[str, tuple[int, ...], int]]:
    if type(specs) is not list:
        raise WireError("no list of arrays")
    found, total = [], 0
    for spec in specs:
        dtype, shape = (spec.get("dtype"), spec.get("shape")) if type(spec) is dict else (None, None)
        if type(dtype) is not str or dtype not in DTYPES or type(shape) is not list or len(shape) > MAX_DEPTH:
            raise WireError("an array of unknown type")
        if not all(type(length) is int and 0 <= length <= MAX_ARRAYS for length in shape):
            raise WireError("an array of impossible shape")
        size = DTYPES[dtype] * math.prod(shape)
        total += size
        if total > MAX_ARRAYS:
            raise WireError("arrays too large")
        found.append((dtype, tuple(shape), size))
    return found


def _decode(value: Any, arrays: list[Array]) -> Value:
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
