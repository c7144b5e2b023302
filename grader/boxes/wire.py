"""The judge's end of the channel: exact types, caps on everything, never a pickle (the format: docs/protocol.md)."""

import contextlib
import fcntl
import json
import math
import os
import socket
import struct
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from grader.model.values import DTYPES, Array, Value

MAX_JSON = 4 * 1024 * 1024  # bytes of one frame's JSON
MAX_ARRAYS = 2 * 1024**3  # bytes of one frame's arrays together
MAX_DEPTH = 32
MAX_ITEMS = 200_000  # values in one frame's JSON
MAX_DIGITS = 300  # of one integer: each can still be made a float
ALIGNMENT = 64  # bytes, of the arrays in a memory file
# Nobody can change the size of a memory file under the one who reads it, nor the contents of what the judge sends.
_FIXED = fcntl.F_SEAL_SHRINK | fcntl.F_SEAL_GROW
_SEND_ONCE = 1 << 18  # bytes; a socket takes no more at a time anyway


class WireError(Exception):
    """The other end sent something that is no frame."""


class Frame:
    """A message on its way to a box, and the memory file that the box's own arrays come back in."""

    def __init__(self, head: bytes, arrays: int | None, replies: int) -> None:
        self.replies = replies
        self._unsent = memoryview(head)
        self._fds = [replies] if arrays is None else [replies, arrays]

    def send(self, channel: socket.socket) -> bool:
        """Send what the channel takes now; True when nothing is left. A box that has gone takes everything."""
        try:
            sent = socket.send_fds(channel, [self._unsent[:_SEND_ONCE]], self._fds)
        except BlockingIOError:
            return False
        except OSError:  # reading will say how it ended
            return True
        self._unsent, self._fds = self._unsent[sent:], []
        return not self._unsent


@contextlib.contextmanager
def encode(message: Mapping[str, Value], most: int = MAX_ARRAYS, room: int = 0) -> Iterator[Frame]:
    """Yield the frame of a message; its memory files are the judge's own.

    Args:
        message: with arrays anywhere in it.
        most: bytes of arrays that may come back.
        room: bytes of them that memory is found for beforehand, so that sending them back takes no longer than a copy.
    """
    arrays: list[Array] = []
    body = dict(_encode(message, arrays))
    offsets, end = _layout(len(array.data) for array in arrays)
    body["arrays"] = [
        {"dtype": array.dtype, "shape": list(array.shape), "offset": offset}
        for array, offset in zip(arrays, offsets, strict=True)
    ]
    raw = json.dumps(body, allow_nan=False).encode()
    with contextlib.ExitStack() as stack:
        replies = _memory_file(stack, min(most, MAX_ARRAYS))
        fcntl.fcntl(replies, fcntl.F_ADD_SEALS, _FIXED | fcntl.F_SEAL_SEAL)
        if room:
            os.posix_fallocate(replies, 0, min(room, most, MAX_ARRAYS))
        given = None
        if arrays:
            given = _memory_file(stack, end)
            for array, offset in zip(arrays, offsets, strict=True):
                _write(given, array.data, offset)
            fcntl.fcntl(given, fcntl.F_ADD_SEALS, _FIXED | fcntl.F_SEAL_WRITE | fcntl.F_SEAL_SEAL)
        yield Frame(struct.pack(">I", len(raw)) + raw, given, replies)


def _memory_file(stack: contextlib.ExitStack, size: int) -> int:
    fd = os.memfd_create("arrays", os.MFD_CLOEXEC | os.MFD_ALLOW_SEALING)
    stack.callback(os.close, fd)
    os.ftruncate(fd, size)
    return fd


def _write(fd: int, data: bytes, offset: int) -> None:
    left = memoryview(data)
    while left:
        done = os.pwrite(fd, left, offset)
        left, offset = left[done:], offset + done


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


class FrameReader:
    """Puts frames together from whatever pieces the socket gives."""

    def __init__(self) -> None:
        self._buffer = bytearray()

    def feed(self, data: bytes) -> None:
        """Add bytes as they came."""
        self._buffer += data

    def next(self, replies: int | None) -> dict[str, Value] | None:
        """Return the next whole message, or None while it is incomplete.

        Args:
            replies: the memory file that its arrays are copied from; without one, it may have none.

        Raises:
            WireError: it is none, or too large.
        """
        if len(self._buffer) < 4:
            return None
        (length,) = struct.unpack_from(">I", self._buffer)
        if length > MAX_JSON:
            raise WireError(f"a header of {length} bytes")
        end = 4 + length
        if len(self._buffer) < end:
            return None
        message = _parse(bytes(self._buffer[4:end]))
        if len(self._buffer) > end:
            raise WireError("more than one message at a time")
        self._buffer.clear()
        specs = _array_specs(message.pop("arrays", None))
        if specs and (replies is None or _written(replies) < sum(size for *_, size in specs)):
            raise WireError("arrays that were not sent")
        arrays = [_copied(spec, replies) for spec in specs] if replies is not None else []
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


def _array_specs(specs: object) -> list[tuple[str, tuple[int, ...], int, int]]:
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
        found.append((dtype, tuple(shape), offset, size))
    return found


def _written(fd: int) -> int:
    """Return how many bytes of a memory file are in use: what a box claims to have sent must have cost it memory."""
    return os.fstat(fd).st_blocks * 512


def _copied(spec: tuple[str, tuple[int, ...], int, int], replies: int) -> Array:
    """Return the judge's own copy of an array: whatever the box does to the file later, it stays as it is."""
    dtype, shape, offset, size = spec
    data = os.pread(replies, size, offset)
    while len(data) < size:  # one call reads no more than 2 GiB less a page
        more = os.pread(replies, size - len(data), offset + len(data))
        if not more:
            raise WireError("an array beyond its file")
        data += more
    return Array(dtype=dtype, shape=shape, data=data)


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
