"""The box's end of the channel to the judge: length-prefixed JSON, then the raw bytes of the arrays.

A frame is a 4-byte big-endian length, that many bytes of JSON, and the bytes of each array that the JSON lists under
`arrays`, in order. In the JSON, `{"$array": i}` stands for the i-th array and `{"$float": "nan"}` for a number that
JSON cannot write.
"""

import json
import math
import socket
import struct
from collections.abc import Mapping
from typing import Any

import numpy as np


class Channel:
    """One end of a stream socket."""

    def __init__(self, sock: socket.socket) -> None:
        self._sock = sock

    def receive(self) -> dict[str, Any] | None:
        """Return the next message, arrays as writable numpy arrays, or None when the judge has gone."""
        head = self._read(4)
        if head is None:
            return None
        raw = self._read(struct.unpack(">I", head)[0])
        if raw is None:
            return None
        message = json.loads(raw.decode())
        arrays = []
        for entry in message.pop("arrays"):
            dtype = np.dtype(entry["dtype"])
            data = self._read(dtype.itemsize * math.prod(entry["shape"]))
            if data is None:
                return None
            arrays.append(np.frombuffer(data, dtype).reshape(entry["shape"]))
        decoded = _decode(message, arrays)
        return decoded if isinstance(decoded, dict) else None

    def send(self, message: Mapping[str, Any]) -> None:
        """Send a message. Raises TypeError for a value that cannot cross."""
        arrays: list[np.ndarray[Any, Any]] = []
        body = dict(_encode(message, arrays))
        body["arrays"] = [{"dtype": array.dtype.name, "shape": list(array.shape)} for array in arrays]
        raw = json.dumps(body, allow_nan=False).encode()
        self._sock.sendall(struct.pack(">I", len(raw)) + raw)
        for array in arrays:
            self._sock.sendall(array.tobytes())

    def _read(self, count: int) -> bytearray | None:
        data = bytearray(count)
        view = memoryview(data)
        while view:
            got = self._sock.recv_into(view)
            if not got:
                return None
            view = view[got:]
        return data


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
    # `ascontiguousarray` would turn a scalar array into one of length 1.
    return np.array(value, order="C", copy=True)
