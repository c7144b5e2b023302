"""What is written down of launches for those who ask, and in which order programs run meanwhile."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Literal

import numpy as np

from ..trace import Launch

Order = Literal["forward", "reversed"] | int  # a number is the seed of a random order


@dataclass(kw_only=True)
class Watch:
    """What is known of the launches so far.

    Attributes:
        order: of the programs of a grid.
        capacity: accesses that may be written down of all launches together, each 24 bytes; 0 = none.
        launches: those that were written down. A `block` is a program, a `thread` an element of a tensor (of its lowest
            16 bits), and each load, store or atomic operation of a program is an `epoch` of its own.
        count: launches, written down or not.
    """

    order: Order = "forward"
    capacity: int = 0
    launches: list[Launch] = field(default_factory=list)
    count: int = 0

    @property
    def room(self) -> int:
        """Accesses that may still be written down."""
        return self.capacity - sum(len(launch.trace.rows) for launch in self.launches)

    def programs(self, count: int) -> Iterator[int]:
        """Yield the numbers of the programs of a grid in the order in which they run."""
        if self.order == "forward":
            return iter(range(count))
        if self.order == "reversed":
            return iter(range(count - 1, -1, -1))
        return iter(np.random.default_rng(self.order).permutation(count).tolist())


_CURRENT: ContextVar[Watch | None] = ContextVar("watch", default=None)


def current() -> Watch:
    """Return the watch of the moment; one that is thrown away where nobody asked."""
    return _CURRENT.get() or Watch()


@contextmanager
def watching(watch: Watch) -> Iterator[Watch]:
    """Let the launches within follow a watch's order, and write down what it has room for."""
    token = _CURRENT.set(watch)
    try:
        yield watch
    finally:
        _CURRENT.reset(token)
