"""What the launches of a library have touched, written down for those who ask."""

import contextlib
import ctypes
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Self

import numpy as np

from ..trace import ROW, Launch, Range, Site, Trace
from .faults import sites_of
from .library import Library

SITES, STEPS, LAUNCHES, PIECES, COPIES = 65535, 4096, 4096, 8192, 100  # that a record has room for

_PIECE = np.dtype([("address", "<i8"), ("size", "<i8"), ("written", "<i8"), ("name", "<u8")])
_LAUNCH = np.dtype(
    [
        ("rows", "<i8"), ("steps", "<i8"), ("pieces", "<i8"), ("shared", "<i8"), ("threads", "<i8"), ("ordered", "<i8"),
        ("grid", "<i4", 3), ("block", "<i4", 3),
    ]
)  # fmt: skip
_COPY = np.dtype([(name, "<i8") for name in ("kind", "size", "target_room", "source_room", "refused")])
_LISTS = {
    "rows": ROW, "places": np.dtype("<u8"), "steps": np.dtype("<i8"), "launches": _LAUNCH, "pieces": _PIECE,
    "copies": _COPY,
}  # fmt: skip


class _List(ctypes.Structure):
    """`vgpu::List`."""

    _fields_ = (("items", ctypes.c_void_p), ("capacity", ctypes.c_int64), ("count", ctypes.c_int64))


class _NativeRecord(ctypes.Structure):
    """`vgpu::Record`."""

    _fields_ = (*((name, _List) for name in _LISTS), ("lost", ctypes.c_int64))


@dataclass(frozen=True, kw_only=True)
class Copy:
    """A copy that was asked for.

    Attributes:
        kind: of cudaMemcpyKind.
        size: bytes.
        target_room: bytes of the card's memory from the target on; -1 where it is not the card's.
        source_room: the same of the source.
        refused: whether the runtime has refused it.
    """

    kind: int
    size: int
    target_room: int
    source_room: int
    refused: bool


@dataclass(kw_only=True)
class Record:
    """The launches so far; they are known when the record is closed.

    Args:
        rows: accesses of all launches together that there is room for.
    """

    rows: int
    launches: list[Launch] = field(default_factory=list)
    count: int = 0  # of launches, those included of which nothing more is known
    copies: list[Copy] = field(default_factory=list)

    @contextlib.contextmanager
    def of(self, library: Library, known: Mapping[int, Range]) -> Iterator[Self]:
        """Write down what a library launches inside of the `with`.

        Args:
            library: whose launches.
            known: what the memory at an address is, where it is more than the library knows.
        """
        room = dict(zip(_LISTS, (self.rows, SITES, STEPS, LAUNCHES, PIECES, COPIES), strict=True))
        lists = {name: np.zeros(room[name], kind) for name, kind in _LISTS.items()}
        library.native.vgpu_written_down.restype = ctypes.POINTER(_NativeRecord)
        native = library.native.vgpu_written_down().contents
        for name, array in lists.items():
            setattr(native, name, _List(items=array.ctypes.data, capacity=len(array)))
        native.lost = 0
        try:
            yield self
        finally:
            found = {name: array[: getattr(native, name).count] for name, array in lists.items()}
            for name in _LISTS:
                setattr(native, name, _List())
            self.count = len(found["launches"])
            self.copies = [
                Copy(kind=kind, size=size, target_room=target, source_room=source, refused=bool(refused))
                for kind, size, target, source, refused in found["copies"].tolist()
            ]
            if len(found["pieces"]) == PIECES:  # of which launch memory is missing is not known
                found["launches"] = found["launches"][:0]
            self.launches = list(_launches(found, _sites(library, found["places"]), known, int(native.lost)))


def _sites(library: Library, places: np.ndarray[Any, np.dtype[Any]]) -> list[Site]:
    base = library.native.vgpu_fault().contents.base
    return sites_of(library.path, [int(place) - base for place in places]) if len(places) else []


def _launches(
    found: Mapping[str, np.ndarray[Any, np.dtype[Any]]], sites: list[Site], known: Mapping[int, Range], lost: int
) -> Iterator[Launch]:
    begun = found["launches"]
    for at, launch in enumerate(begun):
        last = at + 1 == len(begun)
        part = {
            name: found[name][launch[name] : None if last else begun[at + 1][name]]
            for name in ("rows", "steps", "pieces")
        }
        trace = Trace(
            rows=part["rows"], steps=[int(step - launch["rows"]) for step in part["steps"]], sites=sites,
            ranges=[known.get(int(piece["address"]), _range(piece)) for piece in part["pieces"]],
            shared=int(launch["shared"]), threads=int(launch["threads"]), lost=lost if last else 0,
        )  # fmt: skip
        kernel = trace.sites[int(trace.rows["site"][0])].function if len(trace.rows) else ""
        yield Launch(
            kernel=kernel, grid=_shape(launch["grid"]), block=_shape(launch["block"]), trace=trace,
            ordered=bool(launch["ordered"]),
        )  # fmt: skip


def _shape(numbers: Any) -> tuple[int, int, int]:
    x, y, z = map(int, numbers)
    return x, y, z


def _range(piece: Any) -> Range:
    name = ctypes.string_at(int(piece["name"])).decode() if piece["name"] else ""
    return Range(address=int(piece["address"]), size=int(piece["size"]), name=name, initialised=bool(piece["written"]))
