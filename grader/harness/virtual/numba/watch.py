"""What is written down of launches for those who ask, and in which order threads run meanwhile."""

from dataclasses import dataclass, field
from typing import Literal

import numpy as np

from ..trace import Launch, Rows
from .machine import Dimensions, Failure, Schedule

Order = Literal["forward", "reversed"] | int  # a number is the seed of a random order


@dataclass(kw_only=True)
class Watch:
    """What is known of the launches so far.

    Attributes:
        order: of blocks, and of the threads in each.
        buffer: of trace.ROW: room for the accesses of all launches; empty when none are to be written down.
        launches: those that were written down.
        findings: launches that failed, and barriers that not all threads of a block reached.
        count: launches, written down or not.
        compiled: modules that were loaded, which numba does once for each kernel and types of its arguments.
        copied: arrays of the host's that a launch got, and that were copied there and back for it.
        unfinished: copies to the host that nobody had waited for when the watching ended.
    """

    order: Order
    buffer: Rows
    launches: list[Launch] = field(default_factory=list)
    findings: list[Failure] = field(default_factory=list)
    count: int = 0
    compiled: int = 0
    copied: int = 0
    unfinished: int = 0

    @property
    def room(self) -> Rows:
        """The part of the buffer that is free."""
        return self.buffer[sum(len(each.trace.rows) for each in self.launches) :]

    def schedule(self, grid: Dimensions, block: Dimensions) -> Schedule | None:
        """Return the order for a launch; None is the usual one."""
        if self.order == "forward":
            return None
        sizes = [int(np.prod(each)) for each in (grid, block)]
        if self.order == "reversed":
            blocks, threads = (np.arange(size)[::-1].copy() for size in sizes)
        else:
            random = np.random.default_rng(self.order)
            blocks, threads = (random.permutation(size) for size in sizes)
        return Schedule(blocks=blocks, threads=threads)
