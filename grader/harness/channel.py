"""The box's end of the channel to the judge: length-prefixed JSON, and arrays beside it; see docs/protocol.md.

A frame is a 4-byte big-endian length and that many bytes of JSON. In the JSON, `{"$array": i}` stands for the i-th
array of `arrays`, which says where it lies, and `{"$float": "nan"}` for a number that JSON cannot write.

On Linux arrays lie in memory files: with the first byte the judge sends one or two descriptors, that of the file which
the box's own arrays are written into, and, if there are any, of the file with the judge's. Elsewhere they follow the
JSON.
"""

import contextlib
import errno
import json
import math
import mmap
import os
import socket
import struct
from collections.abc import Mapping, Sequence
from typing import Any, BinaryIO

import numpy as np

ALIGNMENT = 64  # bytes, of the arrays in a memory file, or behind the JSON


class Channel:
    """One end of a stream socket, which carries descriptors of memory files."""

    def __init__(self, sock: socket.socket) -> None:
        self._sock = sock
        self._replies: int | None = None  # memory file for the arrays of the next message

    def receive(self) -> dict[str, Any] | None:
        """Return the next message, arrays as writable numpy arrays, or None when the judge has gone."""
        head, fds, _, _ = socket.recv_fds(self._sock, 4, 2)
        rest = self._read(4 - len(head)) if head else None
        if rest is None:
            return None
        raw = self._read(struct.unpack(">I", head + rest)[0])
        if raw is None:
            return None
        message = json.loads(raw.decode())
        if self._replies is not None:
            os.close(self._replies)
        self._replies, *given = fds
        arrays = _mapped(given[0], message.pop("arrays")) if given else []
        decoded = _decode(message, arrays)
        return decoded if isinstance(decoded, dict) else None

    def send(self, message: Mapping[str, Any]) -> None:
        """Send a message. Raises TypeError for a value that cannot cross, ValueError for arrays that are too large."""
        arrays: list[np.ndarray[Any, Any]] = []
        body = dict(_encode(message, arrays))
        self._sock.sendall(_head({**body, "arrays": self._written(arrays)}))

    def _written(self, arrays: list[np.ndarray[Any, Any]]) -> list[dict[str, Any]]:
        """Put arrays into the memory file and return their descriptions."""
        specs, end = _described(arrays)
        if end:
            assert self._replies is not None, "the judge has asked before anything is answered"
            if end > os.fstat(self._replies).st_size:
                raise ValueError(f"{end} bytes of arrays are more than the grader takes")
            for array, spec in zip(arrays, specs, strict=True):
                _write(self._replies, _bytes(array), spec["offset"])
        return specs

    def _read(self, count: int) -> bytearray | None:
        data = bytearray(count)
        view = memoryview(data)
        while view:
            got = self._sock.recv_into(view)
            if not got:
                return None
            view = view[got:]
        return data


class PipeChannel:
    """A pipe from the judge, one to it, and one for what is printed, in which each message leaves a mark.

    Args:
        requests: what comes from the judge.
        replies: what goes to it.
        output: descriptor of what student code prints into.
    """

    def __init__(self, requests: BinaryIO, replies: BinaryIO, output: int) -> None:
        self._requests, self._replies, self._output = requests, replies, output
        self._sent = 0

    def receive(self) -> dict[str, Any] | None:
        """Return the next message, arrays as writable numpy arrays, or None when the judge has gone."""
        length = self._requests.read(4)
        if len(length) < 4:
            return None
        message = json.loads(self._requests.read(int.from_bytes(length, "big")).decode())
        specs = message.pop("arrays")
        sizes = (np.dtype(spec["dtype"]).itemsize * math.prod(spec["shape"]) for spec in specs)
        end = max((spec["offset"] + size for spec, size in zip(specs, sizes, strict=True)), default=0)
        memory = bytearray(self._requests.read(end))
        decoded = _decode(message, [_view(memory, spec) for spec in specs])
        return decoded if isinstance(decoded, dict) else None

    def send(self, message: Mapping[str, Any]) -> None:
        """Send a message. Raises TypeError for a value that cannot cross."""
        arrays: list[np.ndarray[Any, Any]] = []
        body = dict(_encode(message, arrays))
        specs, _ = _described(arrays)
        self._sent += 1
        with contextlib.suppress(OSError):  # student code may have closed it
            os.write(self._output, b"\0message %d\0" % self._sent)
        self._replies.write(_head({**body, "arrays": specs}))
        at = 0
        for array, spec in zip(arrays, specs, strict=True):
            self._replies.write(bytes(spec["offset"] - at))
            self._replies.write(_bytes(array))
            at = spec["offset"] + array.nbytes
        self._replies.flush()


def _head(body: Mapping[str, Any]) -> bytes:
    raw = json.dumps(body, allow_nan=False).encode()
    return struct.pack(">I", len(raw)) + raw


def _described(arrays: Sequence[np.ndarray[Any, Any]]) -> tuple[list[dict[str, Any]], int]:
    """Return the descriptions of arrays, and where the last one ends."""
    specs, end = [], 0
    for array in arrays:
        offset = -(-end // ALIGNMENT) * ALIGNMENT
        specs.append({"dtype": array.dtype.name, "shape": list(array.shape), "offset": offset})
        end = offset + array.nbytes
    return specs, end


def _bytes(array: np.ndarray[Any, Any]) -> memoryview:
    native = array.astype(array.dtype.newbyteorder("="), copy=False)
    return native.reshape(-1).view(np.uint8).data


def crosses(value: Any) -> bool:
    """Return whether a value can be sent to the judge."""
    try:
        _encode(value, [])
    except Exception:  # noqa: BLE001 - the value is a student's, and may do anything when it is looked at
        return False
    return True


def _write(fd: int, data: memoryview, offset: int) -> None:
    """Write bytes into a file: faster than through a mapping, but only as far as the limit on a file's size lets it."""
    try:
        while data:
            done = os.pwrite(fd, data, offset)
            data, offset = data[done:], offset + done
    except OSError as error:
        if error.errno != errno.EFBIG:
            raise
        with mmap.mmap(fd, offset + len(data)) as memory:
            memory[offset:] = data


def _mapped(fd: int, specs: list[dict[str, Any]]) -> list[np.ndarray[Any, Any]]:
    """Return arrays that lie in a memory file; what is written to them is seen by nobody else."""
    size = os.fstat(fd).st_size
    memory = mmap.mmap(fd, size, flags=mmap.MAP_PRIVATE, prot=mmap.PROT_READ | mmap.PROT_WRITE) if size else bytearray()
    os.close(fd)
    return [_view(memory, spec) for spec in specs]


def _view(memory: mmap.mmap | bytearray, spec: dict[str, Any]) -> np.ndarray[Any, Any]:
    shape, count = spec["shape"], math.prod(spec["shape"])
    # An empty array may begin where the file ends, where numpy lets nothing begin.
    found = np.frombuffer(memory, spec["dtype"], count, spec["offset"]) if count else np.empty(0, spec["dtype"])
    return found.reshape(shape)


def _decode(value: Any, arrays: list[np.ndarray[Any, Any]]) -> Any:
    if isinstance(value, list):
        return [_decode(item, arrays) for item in value]
    if not isinstance(value, dict):
        return value
    if value.keys() == {"$array"}:
        return arrays[value["$array"]]
    if value.keys() == {"$float"}:
        return float(value["$float"])
    return {key: _decode(item, arrays) for key, item in value.items()}


def _encode(value: Any, arrays: list[np.ndarray[Any, Any]]) -> Any:
    if value is None or isinstance(value, bool | str):
        return value
    if isinstance(value, np.generic):
        value = value.item()
    if isinstance(value, int):
        return int(value)
    if isinstance(value, float):
        return float(value) if math.isfinite(value) else {"$float": str(float(value))}
    if isinstance(value, Mapping):
        return {str(key): _encode(item, arrays) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_encode(item, arrays) for item in value]
    arrays.append(_as_array(value))
    return {"$array": len(arrays) - 1}


def _as_array(value: Any) -> np.ndarray[Any, Any]:
    if hasattr(value, "copy_to_host"):  # an array on a numba device
        value = value.copy_to_host()
    elif hasattr(value, "detach"):  # a torch tensor
        value = value.detach().cpu().numpy()
    if not isinstance(value, np.ndarray) or value.dtype.kind not in "biuf":
        raise TypeError(f"a value of type {type(value).__name__} cannot be handed to the grader")
    return np.asarray(value, order="C")
