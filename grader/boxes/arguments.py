"""Arguments on their way to a box and back: each array between two guard zones of random elements."""

import os
from collections.abc import Collection, Mapping
from dataclasses import dataclass

from grader.boxes.wire import WireError
from grader.model.values import DTYPES, Array, Value

GUARD = 4096  # bytes on each side: a kernel without a bounds guard writes into them
# Bits of a float of 2048 up to 4096 (float16: 256 up to 512), the highest first: those that stay random, those that are
# set. Neither does such a number vanish in a sum that reads it, nor in it a number added to it.
_FLOATS = {
    "float16": (bytes.fromhex("83ff"), bytes.fromhex("5c00")),
    "float32": (bytes.fromhex("807fffff"), bytes.fromhex("45000000")),
    "float64": (bytes.fromhex("800fffffffffffff"), bytes.fromhex("40a0000000000000")),
}


@dataclass(frozen=True, kw_only=True)
class Packed:
    """The arguments of one call, and the guard zones that the judge remembers."""

    payload: tuple[Mapping[str, Value], ...]
    zones: Mapping[str, tuple[bytes, bytes]]  # array argument -> before, after


@dataclass(frozen=True, kw_only=True)
class Returned:
    """The arrays after a call."""

    arrays: Mapping[str, Array]
    guards: Mapping[str, tuple[int, int]]  # array argument -> elements changed before and after it, where there are any


NOTHING = Returned(arrays={}, guards={})


def pack(values: Mapping[str, Value], dtypes: Mapping[str, str]) -> Packed:
    """Return the arguments in their order, ready to be sent.

    Args:
        values: arrays and scalars by name.
        dtypes: types of the scalars by name; others are sent as float64 or int64.
    """
    payload: list[Mapping[str, Value]] = []
    zones: dict[str, tuple[bytes, bytes]] = {}
    for name, value in values.items():
        if not isinstance(value, Array):
            dtype = dtypes.get(name, "float64" if isinstance(value, float) else "int64")
            payload.append({"name": name, "dtype": dtype, "value": value})
            continue
        before, after = zones[name] = (_zone(value.dtype), _zone(value.dtype))
        data = before + value.data + after
        buffer = Array(dtype="uint8", shape=(len(data),), data=data)
        payload.append(
            {"name": name, "dtype": value.dtype, "shape": list(value.shape), "guard": GUARD, "buffer": buffer}
        )
    return Packed(payload=tuple(payload), zones=zones)


def unpack(
    packed: Packed, values: Mapping[str, Value], buffers: Value, only: Collection[str] | None = None
) -> Returned:
    """Take the guard zones off again.

    Args:
        packed: as it was sent.
        values: the arguments before the call.
        buffers: what came back, by name.
        only: the names of what should have; of all arrays when left out.

    Raises:
        WireError: these are not the buffers that were sent.
    """
    arrays: dict[str, Array] = {}
    guards: dict[str, tuple[int, int]] = {}
    for name, zones in packed.zones.items():
        if only is not None and name not in only:
            continue
        sent, buffer = values[name], buffers.get(name) if isinstance(buffers, Mapping) else None
        assert isinstance(sent, Array)
        if not isinstance(buffer, Array) or buffer.dtype != "uint8" or len(buffer.data) != len(sent.data) + 2 * GUARD:
            raise WireError(f"not the buffer of {name}")
        arrays[name] = Array(dtype=sent.dtype, shape=sent.shape, data=buffer.data[GUARD:-GUARD])
        size = DTYPES[sent.dtype]
        changed = (_changed(zones[0], buffer.data[:GUARD], size), _changed(zones[1], buffer.data[-GUARD:], size))
        if any(changed):
            guards[name] = changed
    return Returned(arrays=arrays, guards=guards)


def _zone(dtype: str) -> bytes:
    """Return a zone that nobody can guess: any bytes, or floats whose size is that of usual data."""
    zone = os.urandom(GUARD)
    if dtype not in _FLOATS:
        return zone
    random, fixed = (int.from_bytes(bits * (GUARD // len(bits)), "big") for bits in _FLOATS[dtype])
    return (int.from_bytes(zone, "big") & random | fixed).to_bytes(GUARD, "big")[::-1]


def _changed(before: bytes, after: bytes, size: int) -> int:
    """Return how many elements of a zone differ."""
    if before == after:  # as nearly always; to look at each would take a sixth of the time of a small run
        return 0
    return sum(before[at : at + size] != after[at : at + size] for at in range(0, GUARD, size))
