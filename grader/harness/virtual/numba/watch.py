"""What is written down of launches for those who ask, and in which order threads run meanwhile."""

from dataclasses import dataclass, field
from typing import Literal

import numpy as np

from ..trace import Rows, Trace
from .machine import Dimensions, Failure, Schedule

Order = Literal["forward", "reversed"] | int  # a number is the seed of a random order


@dataclass(kw_only=True)
class Watch:
    """What is known of the launches so far.

    Attributes:
        order: of blocks, and of the threads in each.
        buffer: of trace.ROW: room for the accesses of one launch; empty when none are to be written down.
        traces: one for each launch.
        findings: launches that failed, and barriers that not all threads of a block reached.
    """

    order: Order
    buffer: Rows
    traces: list[Trace] = field(default_factory=list)
    findings: list[Failure] = field(default_factory=list)

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
