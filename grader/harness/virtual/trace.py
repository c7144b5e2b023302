"""The accesses of one launch: what every front end writes down, and what `analysis` reads."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

READ, WRITE, ATOMIC = 0, 1, 2  # kinds; with SHARED added when the memory is that of a block
SHARED = 4

# 24 bytes, without gaps: native code writes the same record.
ROW = np.dtype(
    [
        ("address", "<u8"),  # of the first byte; of shared memory, from its beginning in the block
        ("block", "<u4"),  # x + gridDim.x * (y + gridDim.y * z)
        ("epoch", "<u4"),  # barriers of its block that the thread has passed
        ("thread", "<u2"),  # in its block, counted in the same way
        ("phase", "<u2"),  # times that its warp has synchronized since then
        ("site", "<u2"),  # index into the sites
        ("size", "u1"),  # bytes
        ("kind", "u1"),
    ]
)

Rows = np.ndarray[Any, np.dtype[np.void]]


@dataclass(frozen=True, kw_only=True)
class Site:
    """A place in somebody's source."""

    file: str  # without folders
    line: int
    function: str


@dataclass(frozen=True, kw_only=True)
class Range:
    """Global memory that was handed out as one piece.

    Attributes:
        address: of the first byte.
        size: bytes.
        name: of the argument that it belongs to; empty when it is not known.
        initialised: whether anything had been written to it before the launch.
    """

    address: int
    size: int
    name: str = ""
    initialised: bool = True


@dataclass(frozen=True, kw_only=True)
class Trace:
    """One launch.

    Attributes:
        rows: of ROW, in the order in which the accesses happened.
        steps: indices of rows before which the whole grid had synchronized, rising.
        sites: places in the source.
        ranges: all global memory there was.
        shared: bytes of shared memory that a block had.
        threads: of one block.
        lost: accesses that found no room in the record.
    """

    rows: Rows
    steps: Sequence[int] = ()
    sites: Sequence[Site]
    ranges: Sequence[Range]
    shared: int
    threads: int
    lost: int = 0


@dataclass(frozen=True, kw_only=True)
class Launch:
    """One launch, whoever made it.

    Attributes:
        kernel: its name.
        grid: blocks in x, y and z.
        block: threads in x, y and z.
        trace: what it has touched.
        ordered: whether threads ordered what they do by fences or by `atomicCAS`: what looks like a race in global
            memory may be none.
    """

    kernel: str
    grid: tuple[int, int, int]
    block: tuple[int, int, int]
    trace: Trace
    ordered: bool = False
