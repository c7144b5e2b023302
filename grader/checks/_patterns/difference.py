"""A result that is not right, beside what it should be: what all patterns look at."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np

    Values = np.ndarray[Any, Any]

Pattern = tuple[str, Mapping[str, object]]  # message code, parameters beside the name

BLOCKS = (1024, 512, 256, 128, 64, 32)  # threads per block that are usual
TINY = 1e-30  # what is below is no result of an exercise, but the bits of something else


@dataclass(frozen=True, kw_only=True)
class Difference:
    """One wrong result of one run. All arrays are flat, in C order, and of the same size."""

    got: "Values"  # what came back
    want: "Values"  # what is right
    bad: "Values"  # bool: which values differ; at least one does
    shape: tuple[int, ...]
    before: "Values | None" = None  # the poison that an output argument was filled with; None for a returned value
    inputs: Mapping[str, "Values"] = field(default_factory=dict)  # the arrays that went in and are of this size
    earlier: tuple["Values", ...] = ()  # what was right in earlier cases of the same shape
    threads: int = 0  # per block, where the launch is known
    unit: "Values | None" = None  # of the scaled-error rule, where the oracle gives one

    @property
    def size(self) -> int:
        """How many values the result has."""
        return int(self.bad.size)

    @cached_property
    def wrong(self) -> int:
        """How many of them differ."""
        return int(self.bad.sum())

    @cached_property
    def kept(self) -> "Values":
        """Which places hold the poison that they were filled with."""
        return kept(self.got, self.before)

    @cached_property
    def blank(self) -> "Values":
        """Which places hold poison, or what fresh memory may hold: zero, hardly more, or no number."""
        import numpy as np

        return np.asarray(self.kept | ~np.isfinite(self.got) | (np.abs(self.got) < TINY))

    @property
    def blocks(self) -> tuple[int, ...]:
        """The block sizes that a line of values may follow: that of the launch if it is known, else the usual ones."""
        if len(self.shape) != 1:
            return ()
        return (self.threads,) if self.threads else BLOCKS

    @property
    def count(self) -> Mapping[str, object]:
        """How many values are wrong of how many, and the first of them beside the right one."""
        first = int(self.bad.argmax())
        return {
            "wrong": self.wrong,
            "total": self.size,
            "index": self.place(first),
            "expected": f"{self.want[first]:g}",
            "got": f"{self.got[first]:g}",
        }

    def place(self, flat: int) -> str:
        """Return a place as it is written in Python."""
        return place(flat, self.shape)


def kept(got: "Values", before: "Values | None") -> "Values":
    """Return which places of a result hold the poison that they were filled with."""
    import numpy as np

    if before is None or before.shape != got.shape or before.dtype != got.dtype:
        return np.zeros(got.shape, bool)
    # As bits: a NaN equals nothing, and a NaN that the student wrote is not the poison.
    bits = np.dtype(f"V{got.dtype.itemsize}")
    return np.asarray(np.ascontiguousarray(got).view(bits) == np.ascontiguousarray(before).view(bits))


def place(flat: int, shape: tuple[int, ...]) -> str:
    """Return a place in an array of some shape as it is written in Python: `[12]`, `[3, 0]`."""
    found = []
    for length in reversed(shape):
        flat, here = divmod(flat, length)
        found.append(here)
    return str(list(reversed(found)))
